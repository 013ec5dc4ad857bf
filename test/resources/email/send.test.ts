import type { IDataObject } from 'n8n-workflow';

import { buildBody } from '../../../nodes/EmailMarketing/panel/requestBody';
import { definitionOf, shownFields } from '../../../nodes/EmailMarketing/execution/definition';
import type { ItemInput, Run } from '../../../nodes/EmailMarketing/execution/Operation';
import { operations } from '../../../nodes/EmailMarketing/resources/operations';
import * as send from '../../../nodes/EmailMarketing/resources/email/send';

const { description } = operations['email.send'];
const definition = definitionOf('email.send', description);
const addressed = { to_email: 'nathan@example.com', subject: 'Hello' };

// What the engine sends for an email is a row in operations.test.ts.
describe('Email → Send', () => {
	const all = { html: '<p>Hi</p>', text: 'Hi', template: 't1' };
	const bodyFor = (content: string, values: IDataObject) =>
		buildBody({ ...definition, fields: shownFields(definition, { content }) }, { ...addressed, ...values });

	it.each<[string, object]>([
		['html', { html: '<p>Hi</p>' }],
		['text', { text: 'Hi' }],
		['both', { html: '<p>Hi</p>', text: 'Hi' }],
		['template', { template: 't1' }],
	])("sends for 'Content' %s nothing of the other kinds, and asks for its own", (content, body) => {
		expect(bodyFor(content, all)).toEqual({ ...addressed, ...body });
		expect(() => bodyFor(content, {})).toThrow(/(is|are) empty/);
	});

	it.each<[string, unknown, object]>([
		['a message', { message: 'Queued.' }, { message: 'Queued.' }],
		['nothing', undefined, {}],
		['the email', { message: 'Queued.', email: { uuid: 'e1' } }, { message: 'Queued.', uuid: 'e1' }],
		['another recipient', { email: { to_email: 'list@example.com', subject: '-' } }, {}],
	])('returns the recipient and the subject, and what the service returns: %s', async (_, response, more) => {
		const run = { client: { send: () => Promise.resolve(response) } } as unknown as Run;
		const input = { request: { body: addressed } } as unknown as ItemInput;
		expect(await send.execute(input, run)).toEqual([{ ...addressed, ...more }]);
	});
});
