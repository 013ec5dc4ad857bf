import type { operations } from '../contract/types';
import { HttpError } from './http-error';
import type { ContactList } from './store/contact-list';
import type { Subscriber } from './store/store';

/** How a service can treat a search or an order. The document of the service mentions none. */
export const searchTreatments = {
	honoured: 'filter[email], search and sort=-updated_at work',
	ignored: 'the whole list is returned, oldest first',
	refused: 'a list requested with one returns 400',
};

export type SearchTreatment = keyof typeof searchTreatments;

/** By name of the parameter; ignored by default. */
export type Searches = Partial<Record<'filter[email]' | 'search' | 'sort', SearchTreatment>>;

type Query = Required<NonNullable<operations['subscriber.getAll']['parameters']['query']>>;

/**
 * The subscribers that a query finds, in its order.
 * @throws HttpError where the query has what is refused
 */
export function found(list: ContactList, { filter, search, sort }: Query, searches: Searches): readonly Subscriber[] {
	const given = { 'filter[email]': filter.email ?? '', search, sort };
	const asked = (name: keyof Searches): string => {
		if (given[name] !== '' && searches[name] === 'refused')
			throw new HttpError(400, `Requested ${name} is not allowed.`);
		return searches[name] === 'honoured' ? given[name] : '';
	};
	const [email, part, order] = [asked('filter[email]'), asked('search').toLowerCase(), asked('sort')];
	const isFound = ({ firstName, lastName, email: address }: Subscriber): boolean =>
		`${address} ${firstName ?? ''} ${lastName ?? ''}`.toLowerCase().includes(part);
	const holders = email === '' ? list.subscribers : [list.withEmail(email) ?? []].flat();
	const shown = part === '' ? holders : holders.filter(isFound);
	if (!/^-?updated_at$/.test(order)) return shown;
	const direction = order.startsWith('-') ? -1 : 1;
	return shown.toSorted((one, other) => direction * (one.updatedAt - other.updatedAt));
}
