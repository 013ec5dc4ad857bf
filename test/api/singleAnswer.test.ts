import { isOnlyAccepted, refusalIn, showsNothing } from '../../nodes/EmailMarketing/api/singleAnswer';

const create = { method: 'POST', responseKey: 'subscriber' } as const;
const remove = { method: 'DELETE' } as const;
const read = { method: 'GET', responseKey: 'subscriber' } as const;
const bulk = { method: 'POST' } as const;

describe('refusalIn', () => {
	it.each([
		{ status: 422, message: 'invalid' },
		{ status: 422, email: 'a@example.com' },
		{ statusCode: '404', email: 'a@example.com' },
		{ status_code: 500, email: 'a@example.com' },
		{ code: 409, email: 'a@example.com' },
		{ success: false, email: 'a@example.com' },
		{ error: 'taken' },
		{ status: 'rejected', email: 'a@example.com', reject_reason: 'hard-bounce' },
	])('finds a refusal in the only result %j, also where the list is the whole answer', (result) => {
		expect([refusalIn({ results: [result] }, create), refusalIn([result], remove)]).toEqual([result, result]);
	});

	it.each([
		{ results: [] },
		{ results: ['no'] },
		{ results: [{ status: 201 }] },
		{ results: [{ status: 'created', email: 'a@example.com' }] },
		{ results: [{ status: 422, message: 'invalid' }, { status: 201 }] },
		[{ uuid: 'a' }],
	])('finds none in %j', (answer) => {
		expect(refusalIn(answer, create)).toBeUndefined();
	});

	it('finds one that the envelope says, and none in what is read or answers for many', () => {
		const answer = { results: [{ status: 422 }] };
		expect(refusalIn({ success: false }, read)).toEqual({ success: false });
		expect([refusalIn(answer, read), refusalIn(answer, bulk)]).toEqual([undefined, undefined]);
	});

	it.each([
		'Subscriber could not be deleted',
		"The campaign couldn't be sent",
		'The campaign couldn’t be sent',
		'Cannot delete a campaign that is sending',
		'You can not do this',
		"You can't do this",
		'Deletion failed',
		'This is not allowed.',
		'Unable to delete',
		'Sorry. Unable to delete',
		'Quota exceeded',
		'Plan limit reached',
		'The email was rejected',
	])('takes the message "%s" for one where nothing else is said', (message) => {
		for (const answer of [{ message }, { msg: message }, { detail: message, code: 200 }, { message, data: null }])
			expect([refusalIn(answer, create), refusalIn(answer, remove)]).toEqual([answer, answer]);
	});

	it.each([
		{ message: 'Created' },
		{ message: 'Welcome!' },
		{ message: 'Deleted. This cannot be undone.' },
		{ message: 'Campaign 5 is deleted, which cannot be undone' },
		{ message: 'Email sent. If you can’t find it, look into the spam folder' },
		{ message: 'Removed, 0 failed' },
		{ message: 'Could not tell others', uuid: 'a' },
		{ message: 'Could not tell others', success: true },
		{ message: 'Could not tell others', deleted: true },
		{ message: 'Could not tell others', status: 'ok' },
		{ message: 'Message accepted for delivery; rejected recipients are reported by webhook' },
		{ message: 'Subscriber created, welcome email not sent' },
		{ message: 'Record not changed' },
		{ message: `${'Well, '.repeat(40)}failed` },
		{ message: 5 },
		{},
	])('takes %j for none', (answer) => {
		expect([refusalIn(answer, create), refusalIn(answer, remove)]).toEqual([undefined, undefined]);
	});

	it('judges no message of what is read, nor of what answers for many and counts them', () => {
		const answer = { message: '3 added, 1 failed' };
		expect([refusalIn(answer, read), refusalIn(answer, bulk)]).toEqual([undefined, undefined]);
		expect(refusalIn({ message: 'Quota exceeded' }, read)).toBeUndefined();
	});

	it.each([
		{ message: 'Quota exceeded', request_id: 'r7', status: 200 },
		{ message: 'Plan limit of 1000 contacts reached' },
		{ message: 'Could not import' },
	])('finds one in %j also where many were sent', (answer) => {
		expect(refusalIn(answer, bulk)).toEqual(answer);
	});

	it.each([
		'Import complete; invalid addresses were rejected',
		'Import started. Rows that are rejected will be listed in a report',
		'Your import is being processed. Some rows failed',
		'200 rows imported, 3 could not be read',
	])('finds none in "%s" where many were sent, which says of some that they were taken, perhaps', (message) => {
		expect(refusalIn({ message }, bulk)).toBeUndefined();
	});
});

describe('showsNothing', () => {
	it.each([
		{ message: 'Subscriber is on the suppression list', subscriber: null },
		{ subscriber: null },
		{ ok: 1, subscriber: null },
	])('is true of %j, which is a refusal', (answer) => {
		expect([showsNothing(answer, create), refusalIn(answer, create)]).toEqual([true, answer]);
	});

	it.each([
		{},
		{ campaign: null },
		{ message: 'Subscriber created', subscriber: null },
		{ success: true, subscriber: null },
		{ status: 'queued', subscriber: null },
		{ subscriber: {} },
		null,
		'ok',
	])('is false of %j', (answer) => {
		expect(showsNothing(answer, create)).toBe(false);
	});

	it('is false of what is read, and of what has no place for a thing', () => {
		expect([showsNothing({ subscriber: null }, read), showsNothing({ undefined: null }, remove)]).toEqual([
			false,
			false,
		]);
	});
});

describe('isOnlyAccepted', () => {
	it.each([
		[undefined, 202],
		[{ subscriber: { uuid: 'a' } }, 202],
		[{ status: 'queued' }, 200],
		[{ state: 'Pending', job_id: 'j', subscriber: null }, 200],
		[{ status: 'accepted', message: 'Later', success: true, id: 5 }, 201],
		['queued', 200],
		['Accepted.', 200],
		[{ status: ' queued ' }, 200],
	])('is true of %j with status %i', (answer, status) => {
		expect(isOnlyAccepted(answer, status)).toBe(true);
	});

	it.each([
		[undefined, 200],
		[undefined, undefined],
		[{ message: 'Created' }, 201],
		[{ status: 'pending', email: 'a@example.com' }, 200],
		[{ status: 'active' }, 200],
		[{ status: 'accepted by the recipient' }, 200],
		[{ status: 'not queued' }, 200],
		['OK', 200],
		[true, 200],
	])('is false of %j with status %j', (answer, status) => {
		expect(isOnlyAccepted(answer, status)).toBe(false);
	});
});
