import { rejected } from '../http-error';
import type { Mail } from '../store/store';
import type { Routes } from './route';

export const emailRoutes: Routes<'email'> = {
	'email.send': ({ request }, { store, faker, now }) => {
		const fields = request.requestBody;
		const template = store.templates.find(({ uuid }) => uuid === fields.template);
		if (fields.template !== undefined && template === undefined)
			throw rejected({ template: ['The selected template is invalid.'] });
		const queuedAt = now();
		const recipients = store.contactLists.flatMap((list) => list.withEmail(fields.to_email) ?? []);
		const mails = recipients.map((subscriber) => {
			const mail: Mail = {
				uuid: faker.string.uuid(),
				subject: fields.subject,
				createdAt: queuedAt,
				sentAt: null,
				openedAt: null,
				clickedAt: null,
			};
			subscriber.mails.push(mail);
			return mail;
		});
		store.outbox.push({
			uuid: faker.string.uuid(),
			toEmail: fields.to_email,
			toName: fields.to_name ?? null,
			subject: fields.subject,
			fromEmail: fields.from_email ?? null,
			templateName: template?.name ?? null,
			queuedAt,
			sentAt: null,
			mails,
		});
		return { message: 'Email queued.' };
	},
};
