import type { IDataObject, IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import { ItemReader } from '../../nodes/EmailMarketing/execution/ItemReader';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { byEmail, byId } from '../engine/support';

/** A reader of parameters as n8n gives them: those of each item as they stand, expressions evaluated. */
function readerOf(items: INodeParameters[], input: IDataObject[] = items.map(() => ({}))): ItemReader {
	// As an expression, each is asked for anew with every item.
	const unresolved = Object.fromEntries(Object.keys(items[0] ?? {}).map((name) => [name, '={{ $json }}']));
	const context: Partial<IExecuteFunctions> = {
		getNode: () => ({ parameters: unresolved }) as unknown as INode,
		getInputData: () => input.map((json) => ({ json })),
		getNodeParameter: ((name: string, item: number) =>
			items[item]?.[name]) as unknown as IExecuteFunctions['getNodeParameter'],
	};
	return new ItemReader(context as IExecuteFunctions, operations);
}

const update: INodeParameters = {
	resource: 'subscriber',
	operation: 'update',
	contactList: byId('l1'),
	subscriber: byId('s1'),
	dataMode: 'defineBelow',
	updateFields: { firstName: 'Ann' },
};

describe('the request of an item', () => {
	it('has the values of the path and of the body, and says how the panel calls them', () => {
		const { item, request, isByEmail } = readerOf([update]).read(0);
		expect({ item, isByEmail }).toEqual({ item: 0, isByEmail: false });
		expect(request).toMatchObject({
			key: 'subscriber.update',
			pathValues: { contactList: 'l1', subscriber: 's1' },
			body: { first_name: 'Ann' },
		});
		expect(request.names?.get('first_name')).toBe('First Name');
	});

	it('says that the subscriber is given by email', () => {
		expect(readerOf([{ ...update, subscriber: byEmail('ann@example.com') }]).read(0)).toMatchObject({
			isByEmail: true,
			request: { pathValues: { subscriber: 'ann@example.com' } },
		});
	});

	it('asks for no email where the operation names no subscriber, whatever the node still has from another one', () => {
		const left: INodeParameters = {
			resource: 'subscriber',
			operation: 'getAll',
			contactList: byId('l1'),
			subscriber: byEmail('ann@example.com'),
		};
		expect(readerOf([left]).read(0).isByEmail).toBe(false);
	});

	it('takes a plain text for a resource locator, as a workflow written by hand may have it', () => {
		expect(readerOf([{ ...update, contactList: 'l1', subscriber: 's1' }]).read(0).request.pathValues).toEqual({
			contactList: 'l1',
			subscriber: 's1',
		});
	});

	it('takes no other object for a resource locator, though it holds a value', () => {
		expect(() => readerOf([{ ...update, updateFields: { firstName: { value: 'Ann' } } }]).read(0)).toThrow(
			"'First Name' must be text, not an object",
		);
	});

	it('takes the fields of the input item where they are mapped automatically', () => {
		const reader = readerOf([{ ...update, dataMode: 'autoMapInputData' }], [{ email: 'ann@example.com', phone: '1' }]);
		expect(reader.read(0).request.body).toEqual({ email: 'ann@example.com' });
	});

	it.each<[string, INodeParameters]>([
		['account.get', {}],
		['campaign.delete', { campaign: byId('c1') }],
		['subscriber.getAll', { contactList: byId('l1') }],
	])('has no body for %s', (key, parameters) => {
		const [resource = '', operation = ''] = key.split('.');
		expect(readerOf([{ resource, operation, ...parameters }]).read(0).request.body).toBeUndefined();
	});

	it('reads the input item as a row for an import, beside what the panel gives', () => {
		const parameters: INodeParameters = {
			resource: 'subscriber',
			operation: 'import',
			contactList: byId('l1'),
			additionalFields: { extraFields: '{"source": "fair"}' },
		};
		const { request, row } = readerOf([parameters], [{ 'E-Mail': 'Ann@example.com ', Tags: 'a, b', phone: '1' }]).read(
			0,
		);
		expect(request.body).toEqual({ source: 'fair' });
		expect(row).toEqual({
			body: { email: 'Ann@example.com', tags: ['a', 'b'] },
			email: 'Ann@example.com ',
			key: 'ann@example.com',
			isBlank: false,
		});
		expect(request.names?.get('email')).toBe('Email');
	});

	it('reads the input item as a row for a sync, whose request has no body', () => {
		const parameters: INodeParameters = {
			resource: 'subscriber',
			operation: 'sync',
			contactList: byId('l1'),
			columns: { email: 'Post' },
			removal: 'delete',
			dryRun: true,
		};
		const { request, row, settings } = readerOf([parameters], [{ Post: 'ann@example.com', first_name: 'Ann' }]).read(0);
		expect(request).toMatchObject({ key: 'subscriber.getAll', pathValues: { contactList: 'l1' }, body: undefined });
		expect(row).toEqual({
			body: { email: 'ann@example.com', first_name: 'Ann' },
			email: 'ann@example.com',
			key: 'ann@example.com',
			isBlank: false,
		});
		expect(settings).toMatchObject({ removal: 'delete', dryRun: true });
	});

	it.each<[string, INodeParameters, IDataObject]>([
		['mapped', { dataMode: 'autoMapInputData' }, { 'E-Mail': 'ann@example.com', Vorname: 'Ann' }],
		[
			'set in the node',
			{ dataMode: 'defineBelow', email: 'ann@example.com', additionalFields: { firstName: 'Ann' } },
			{},
		],
	])('is for Create or Update the one that creates, its values %s', (_, parameters, json) => {
		const { request, row } = readerOf(
			[{ resource: 'subscriber', operation: 'upsert', contactList: byId('l1'), ...parameters }],
			[json],
		).read(0);
		expect(request).toMatchObject({
			key: 'subscriber.create',
			pathValues: { contactList: 'l1' },
			body: { email: 'ann@example.com', first_name: 'Ann' },
		});
		expect(row?.body).toEqual(request.body);
	});

	it('holds what an item says that no parameter asks for', () => {
		expect(readerOf([update], [{ is_subscribed: false }]).read(0).json).toEqual({ is_subscribed: false });
	});

	it('has the settings of the operation, those that the node has', () => {
		const parameters: INodeParameters = {
			resource: 'campaign',
			operation: 'getAll',
			returnAll: true,
			simplify: false,
			requestOptions: { maxRetries: 1 },
		};
		expect(readerOf([parameters]).read(0).settings).toEqual({
			returnAll: true,
			simplify: false,
			requestOptions: { maxRetries: 1 },
		});
	});
});

describe('the operation of a run', () => {
	const get: INodeParameters = {
		resource: 'subscriber',
		operation: 'get',
		contactList: byId('l1'),
		subscriber: byId('s1'),
	};

	it.each<[INodeParameters]>([
		[{ ...get, operation: 'explode' }],
		[{ ...get, resource: '__proto__' }],
		[{ ...get, operation: '' }],
	])('has to exist: %j', (parameters) => {
		expect(() => readerOf([parameters])).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/^The operation ".*" does not exist$/),
				description: "Choose 'Resource' and 'Operation' again in this node. Nothing was sent.",
			}),
		);
	});
});

describe('what holds for the run', () => {
	const account: INodeParameters = { resource: 'account', operation: 'get' };

	it("is what 'Request Options' of the first item say", () => {
		const reader = readerOf([
			{ ...account, requestOptions: { maxRetries: 1, timeout: 5 } },
			{ ...account, requestOptions: { maxRetries: 2 } },
		]);
		expect(reader.requestOptions()).toEqual({ maxRetries: 1, timeout: 5 });
	});

	it('is refused where they cannot be used: nothing must go past a proxy that was asked for', () => {
		expect(() => readerOf([{ ...account, requestOptions: { maxRetries: 99 } }]).requestOptions()).toThrow(
			"'Max Retries' must be a whole number from 0 to 20",
		);
	});

	it('does not depend on what else the first item holds', () => {
		const toggle: INodeParameters = {
			resource: 'subscriber',
			operation: 'toggleSubscription',
			contactList: byId('l1'),
			subscriber: byId('s1'),
			changeTo: 'nonsense',
			requestOptions: { maxRetries: 1 },
		};
		expect(readerOf([toggle]).requestOptions()).toEqual({ maxRetries: 1 });
	});
});
