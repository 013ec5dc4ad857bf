import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { inputFields, pickSubscriberFields } from '../../nodes/EmailMarketing/transport/inputFields';

describe('pickSubscriberFields', () => {
	it('takes the documented fields as they are and leaves the rest', () => {
		const json = { email: ' A@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['vip'], uuid: 's1', firstName: 'no' };
		expect(pickSubscriberFields(json)).toEqual({ email: ' A@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['vip'] });
	});

	it.each([[{ email: '' }], [{ tags: null }], [{ first_name: 0 }]])('takes what is there, even when it is empty: %j', (json) => {
		expect(pickSubscriberFields(json)).toEqual(json);
	});

	it.each([[{}], [{ Email: 'a@example.com' }], [{ 'e-mail': 'a@example.com', name: 'Ann' }]])('says of %j which fields it looks for', (json) => {
		expect(() => pickSubscriberFields(json)).toThrow(
			expect.objectContaining({ message: 'The input item has none of the fields email, first_name, last_name, tags', description: expect.stringContaining('Nothing was sent') }),
		);
	});
});

describe('inputFields', () => {
	const caller = (dataMode: string | undefined) =>
		({
			getNodeParameter: (_name: string, fallback: unknown) => dataMode ?? fallback,
			getInputData: () => ({ json: { email: 'a@example.com', other: 1 } }),
		}) as unknown as IExecutePaginationFunctions;

	it.each([undefined, 'defineBelow'])("leaves the fields to the node when 'Data Mode' is %s", (dataMode) => {
		expect(inputFields(caller(dataMode))).toBeUndefined();
	});

	it("takes the fields of the item when 'Data Mode' says so", () => {
		expect(inputFields(caller('autoMapInputData'))).toEqual({ email: 'a@example.com' });
	});
});
