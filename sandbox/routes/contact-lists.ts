import type { Context } from 'openapi-backend';
import { paginate } from '../paging';
import type { PageQuery } from '../paging';
import type { ContactList, SandboxContext } from '../store/store';
import { contactListToJson, createdContactListToJson } from '../to-json';

export const contactListRoutes = {
	'contactList.getAll': ({ request }: Context<unknown, unknown, PageQuery>, { store }: SandboxContext) =>
		paginate(store.contactLists, contactListToJson, request),

	'contactList.create': ({ request }: Context<{ name: string }>, { store, random, now }: SandboxContext) => {
		const list: ContactList = {
			// Lists are never deleted, so their number grows by one each.
			id: store.contactLists.length + 1,
			uuid: random.uuid(),
			name: request.requestBody.name,
			createdAt: now(),
			subscribers: [],
		};
		store.contactLists.push(list);
		return { message: 'Contact list created.', contact_list: createdContactListToJson(list) };
	},
};
