import type { Context } from 'openapi-backend';
import { paginate } from '../paging';
import type { PageQuery } from '../paging';
import { ContactList } from '../store/contact-list';
import type { SandboxContext } from '../store/store';
import { contactListToJson, createdContactListToJson } from '../to-json';

export const contactListRoutes = {
	'contactList.getAll': ({ request }: Context<unknown, unknown, PageQuery>, { store }: SandboxContext) =>
		paginate(store.contactLists, contactListToJson, request),

	'contactList.create': ({ request }: Context<{ name: string }>, { store, faker, now }: SandboxContext) => {
		// Lists are never deleted, so their number grows by one each.
		const list = new ContactList(store.contactLists.length + 1, faker.string.uuid(), request.requestBody.name, now());
		store.contactLists.push(list);
		return { message: 'Contact list created.', contact_list: createdContactListToJson(list) };
	},
};
