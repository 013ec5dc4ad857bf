import type { operations } from '../contract/types';
import type { ContactList } from './store/contact-list';
import type { Subscriber } from './store/records';

type Query = Required<NonNullable<operations['subscriber.getAll']['parameters']['query']>>;

/** The subscribers that a query finds, in its order: for a service that has `filter[email]`, `search` and `sort`. */
export function found(list: ContactList, { filter, search, sort }: Query): readonly Subscriber[] {
	const { email = '' } = filter;
	const part = search.toLowerCase();
	const isFound = ({ firstName, lastName, email: address }: Subscriber): boolean =>
		`${address} ${firstName ?? ''} ${lastName ?? ''}`.toLowerCase().includes(part);
	const holders = email === '' ? list.subscribers : [list.withEmail(email) ?? []].flat();
	const shown = part === '' ? holders : holders.filter(isFound);
	if (!/^-?updated_at$/.test(sort)) return shown;
	const direction = sort.startsWith('-') ? -1 : 1;
	return shown.toSorted((one, other) => direction * (one.updatedAt - other.updatedAt));
}
