import { paginate } from '../paging';
import { ContactList } from '../store/contact-list';
import { contactListToJson, createdContactListToJson } from '../to-json';
import type { Routes } from './route';

export const contactListRoutes: Routes<'contactList'> = {
	'contactList.getAll': ({ request }, { store }) => paginate(store.contactLists, contactListToJson, request),

	'contactList.create': ({ request }, { store, faker, now }) => {
		// Lists are never deleted, so their count is the last ID.
		const list = new ContactList(store.contactLists.length + 1, faker.string.uuid(), request.requestBody.name, now());
		store.contactLists.push(list);
		return { message: 'Contact list created.', contact_list: createdContactListToJson(list) };
	},
};
