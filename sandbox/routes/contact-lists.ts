import type { Context } from 'openapi-backend';
import { paginate } from '../paging';
import type { PageQuery } from '../paging';
import type { ContactList, World } from '../store/store';
import { contactListOnTheWire, createdContactListOnTheWire } from '../wire';

export const contactListRoutes = {
	'contactList.getAll': ({ request }: Context<unknown, unknown, PageQuery>, { store }: World) =>
		paginate(store.contactLists, contactListOnTheWire, request),

	'contactList.create': ({ request }: Context<{ name: string }>, { store, random, now }: World) => {
		const list: ContactList = {
			// Lists are never deleted, so their number grows by one each.
			id: store.contactLists.length + 1,
			uuid: random.uuid(),
			name: request.requestBody.name,
			createdAt: now(),
			subscribers: [],
		};
		store.contactLists.push(list);
		return { message: 'Contact list created.', contact_list: createdContactListOnTheWire(list) };
	},
};
