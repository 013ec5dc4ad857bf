import type { IDataObject } from 'n8n-workflow';

import type { FailedRequest } from '../../../nodes/EmailMarketing/transport/errors/FailedRequest';
import { fieldTexts, unprocessable } from '../../../nodes/EmailMarketing/transport/errors/unprocessable';
import type { Failure } from '../../../nodes/EmailMarketing/transport/sendOnce';

const failedWith = (sent: IDataObject, more: Partial<FailedRequest> = {}): FailedRequest => ({
	key: 'campaign.update',
	names: new Map(
		Object.entries({ template: 'Template', contact_list: 'Contact List', from_name: 'From Name', email: 'Email' }),
	),
	sent,
	path: '/v1/campaigns/c1',
	baseUrl: 'https://api.example.com',
	isOverridden: false,
	attempts: 1,
	mayBeDone: false,
	...more,
});
const told = (errors: unknown, sent: IDataObject = {}, more: Partial<FailedRequest> = {}) =>
	unprocessable(failedWith(sent, more), { body: { errors } } as Failure);

describe('values that were refused', () => {
	it('are named as the panel calls them, each with what the service says, and each once', () => {
		expect(told({ from_name: ['Too long.', 'Too long.'], email: ['Taken.'] })).toEqual({
			message: "The service did not accept 'From Name', 'Email'",
			description: 'From Name: Too long. · Email: Taken.',
		});
	});

	it('are counted where they are many', () => {
		const many = (...names: string[]) => told(Object.fromEntries(names.map((name) => [name, ['No.']]))).message;
		expect(many('a', 'b', 'c', 'd', 'e', 'f', 'g')).toMatch(/'e' and 2 more$/);
		expect(many('a', 'b', 'c', 'd', 'e')).toMatch(/'e'$/);
	});

	it('may have been emptied on purpose: that is said of those that were refused', () => {
		const { description } = told({ from_name: ['Required.'] }, { from_name: '', reply_to_name: '' });
		expect(told({ email: ['Taken.'], from_name: ['Required.'] }, { from_name: '' }).description).toContain(
			"· 'From Name' was sent empty",
		);
		expect(description).toBe(
			"From Name: Required. · 'From Name' was sent empty: take it out of 'Clear Fields' if the service wants a value",
		);
	});

	it('may name what was deleted: that is said of those that were refused', () => {
		const sent = { template: 't1', contact_list: 'l1' };
		expect(told({ template: ['Invalid.'] }, sent).description).toBe(
			"Template: Invalid. · Choose it again in 'Template': it may have been deleted",
		);
		expect(told({ contact_list: ['Invalid.'] }, sent).description).toContain("again in 'Contact List'");
		expect(told({ email: ['Taken.'] }, sent).description).toBe('Email: Taken.');
		expect(told({ template: ['Required.'] }, { template: '' }).description).not.toContain('deleted');
	});

	it('of a row are named by its input item', () => {
		expect(told({ 'subscribers.1.email': ['Taken.'] }, {}, { rows: [4, 9] })).toEqual({
			message: "The service did not accept 'Email' of item 9",
			description: 'Email of item 9: Taken.',
		});
	});

	it('of a whole row are named by its input item alone', () => {
		expect(told({ 'subscribers.0': ['Invalid.'] }, {}, { rows: [4, 9] })).toEqual({
			message: 'The service did not accept item 4',
			description: 'item 4: Invalid.',
		});
	});

	it('that are not named are to be looked for', () => {
		const unnamed = (body: unknown) => unprocessable(failedWith({}), { body } as Failure);
		expect(unnamed({})).toEqual({
			message: 'The service did not accept the values',
			description: 'It does not say which. Check each value of this operation.',
		});
		expect(unnamed({ message: 'Quota reached' }).description).toBe('Check the values of this operation.');
		expect(fieldTexts(failedWith({}), {})).toBe('');
	});
});
