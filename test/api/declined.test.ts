import { isDeclined } from '../../nodes/EmailMarketing/api/declined';

const create = { method: 'POST', responseKey: 'campaign' } as const;
const remove = { method: 'DELETE' } as const;
const read = { method: 'GET' } as const;

describe('isDeclined', () => {
	it.each([
		{ success: false },
		{ success: false, message: 'No' },
		{ success: 'false' },
		{ ok: false, data: [] },
		{ success: false, data: null, campaign: { uuid: 'a' } },
		{ status: 'error' },
		{ status: 'fail', message: 'No' },
		{ status: 'FAILED', data: null },
		{ error: 'No' },
		{ error: { code: 7 }, message: 'No' },
		{ error: true, code: 7 },
		{ data: null, errors: [{ message: 'No' }] },
		{ message: 'No', errors: { email: ['taken'] } },
		{ status: 'error', data: [] },
		{ data: [], error: 'No' },
		{ data: {}, errors: ['No'] },
		{ success: 0, message: 'No' },
		{ success: '0' },
		{ ok: 0 },
		{ status: false, message: 'No' },
		{ status: 0 },
		{ status: 500 },
		{ status: 422, message: 'No' },
		{ status: '404' },
		{ code: 404, message: 'No' },
		{ statusCode: 500, message: 'No' },
		{ status_code: 403 },
		{ result: 'error', message: 'No' },
		{ result: 'failed' },
		{ result: false },
	])('is true of %j, for a write and for a read', (answer) => {
		expect([isDeclined(answer, create), isDeclined(answer, remove), isDeclined(answer, read)]).toEqual([
			true,
			true,
			true,
		]);
	});

	it.each([
		...[
			'message',
			'messages',
			'msg',
			'reason',
			'type',
			'title',
			'detail',
			'details',
			'error_description',
			'status',
			'status_code',
			'statusCode',
		],
		...['code', 'error_code', 'errorCode', 'result', 'path', 'instance', 'timestamp', 'request_id', 'requestId'],
	])('takes a field called %s beside a no for words, and not for a thing', (name) => {
		expect(isDeclined({ error: 'No', [name]: 'x' }, create)).toBe(true);
	});

	it.each([
		{ uuid: 'a', success: false },
		{ id: 5, email: 'a@example.com', success: false },
		{ success: false, campaign: { uuid: 'a' } },
	])('is true of a write that gives the thing and says no: %j', (answer) => {
		expect([isDeclined(answer, create), isDeclined(answer, remove)]).toEqual([true, true]);
	});

	it('is false of a thing that is read and has such a field', () => {
		expect(isDeclined({ uuid: 'a', success: false }, read)).toBe(false);
	});

	it.each([false, 0, '0'])('is true of {deleted: %j}, for a delete only', (deleted) => {
		expect([isDeclined({ deleted }, remove), isDeclined({ deleted }, read)]).toEqual([true, false]);
	});

	it.each([
		undefined,
		null,
		false,
		0,
		'',
		'error',
		[],
		[{ success: false }],
		{},
		{ success: true },
		{ success: 1 },
		{ success: '1' },
		{ ok: true },
		{ ok: null },
		{ error: '' },
		{ error: ' ', message: 'ok' },
		{ error: null },
		{ error: 0 },
		{ error: false },
		{ errors: [] },
		{ errors: {}, message: 'ok' },
		{ imported: 5, errors: [{ row: 3 }] },
		{ data: [{}], errors: ['a'] },
		{ data: [], meta: { total: 0 }, error: 'x' },
		{ campaign: { name: 'x' }, error: 'late' },
		{ name: 'x', error: 'y' },
		{ status: 'ok' },
		{ status: 'queued' },
		{ status: 200 },
		{ status: true },
		{ code: 0, message: 'ok' },
		{ code: 1000 },
		{ status: 500, name: 'x' },
		{ status: false, name: 'x' },
		{ result: 'ok' },
		{ result: 'error', name: 'x' },
		{ statusCode: 422, data: [1] },
		{ message: 'error' },
		{ status: 'no error' },
		{ status: 'failover' },
		{ status: ['error'] },
		{ code: 1404 },
		{ code: 4041 },
		{ code: 'E404' },
		{ code: [404] },
		{ code: { toString: 404 } },
		{ uuid: 'a', status: 'failed' },
		{ id: 7, status: 'failed' },
		{ status: 'failed', campaign: { name: 'x' } },
		{ status: 'error', data: [{}] },
		{ campaign: { success: false, status: 'failed' } },
		{ data: { ok: false } },
	])('is false of %j', (answer) => {
		expect(isDeclined(answer, create)).toBe(false);
	});
});
