import { isDoneAnswer } from '../../nodes/EmailMarketing/api/doneAnswer';

describe('isDoneAnswer', () => {
	it.each([undefined, true, {}, { message: 'No' }, [{ uuid: 'a' }]])(
		'takes %j for what a write may be answered with',
		(body) => {
			expect(isDoneAnswer(body)).toBe(true);
		},
	);

	it.each([
		'ok',
		'OK',
		'Done.',
		' true ',
		'success',
		'queued',
		'Accepted',
		'202 Accepted',
		'Queued. Thank you.',
		'Your email was queued.',
		'Subscriber created',
		'Subscriber "a@example.com" was added to the list.',
		'3 subscribers imported: 2 created, 1 updated.',
		'No errors, 1 added',
		'Saved without warnings',
		'The campaign has been deleted',
		'Unsubscribed',
		'Toggled',
		'Message sent!',
		'Saved,  no error',
		'Saved, no warning',
		'No failure, 1 added',
		'("Done.")',
		`ok${' '.repeat(198)}`,
	])('takes the text %j for done', (text) => {
		expect(isDoneAnswer(text)).toBe(true);
	});

	it.each([
		'',
		'.',
		'"',
		'Invalid email address',
		'Unauthorized',
		'Contact list not found',
		'Subscriber already exists',
		'Not created',
		'The email was not sent',
		'You must be subscribed',
		'Too many emails sent',
		'Already subscribed',
		'0 added',
		'No subscriber was added',
		'1 error, 2 added',
		'Email',
		'a@example.com',
		'5',
		'PHP Warning: mail() was sent',
		'Fatal',
		'{"ok',
		'<p>ok</p>',
		'\u001f\u008b\u0008abc',
		'ok '.repeat(100),
		'Send failed, no errors',
		'Limit of subscribers added',
		'do"ne',
		'do.ne',
		'1st added',
		'v1 added',
		`ok${' '.repeat(199)}`,
	])('does not take the text %j for done', (text) => {
		expect(isDoneAnswer(text)).toBe(false);
	});

	it.each([false, 0, 1, 5, null, [], ['ok'], [1]])('does not take %j for done', (body) => {
		expect(isDoneAnswer(body)).toBe(false);
	});
});
