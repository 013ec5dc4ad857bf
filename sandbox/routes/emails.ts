import { rejected } from '../http-error';
import type { Routes } from './route';

export const emailRoutes: Routes<'email'> = {
	'email.send': ({ request }, { store, faker, now }) => {
		const fields = request.requestBody;
		const template = store.templates.find(({ uuid }) => uuid === fields.template);
		if (fields.template !== undefined && template === undefined)
			throw rejected({ template: ['The selected template is invalid.'] });
		const sentAt = now();
		for (const list of store.contactLists) {
			const mail = { uuid: faker.string.uuid(), subject: fields.subject, createdAt: sentAt, sentAt };
			list.withEmail(fields.to_email)?.mails.push({ ...mail, openedAt: null, clickedAt: null });
		}
		store.outbox.push({
			uuid: faker.string.uuid(),
			toEmail: fields.to_email,
			toName: fields.to_name ?? null,
			subject: fields.subject,
			fromEmail: fields.from_email ?? null,
			templateName: template?.name ?? null,
			sentAt,
		});
		return { message: 'Email queued.' };
	},
};
