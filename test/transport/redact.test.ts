import { redact } from '../../nodes/EmailMarketing/shared/text';

const secret = 'tok+en/123456';

describe('redact', () => {
	it.each([
		[`the token ${secret} again: ${secret}`, 'the token *** again: ***'],
		[`https://x.example/?t=${encodeURIComponent(secret)}`, 'https://x.example/?t=***'],
		['nothing', 'nothing'],
	])('makes of %j %j', (text, struck) => {
		expect(redact(text, secret)).toBe(struck);
	});

	it.each(['$&$&$&$&$&$&', '.*.*.*.*.*.*', 'a+b+c+d+e+f+', '\\\\\\\\\\\\\\\\\\\\\\\\'])(
		'reads the secret %s literally',
		(odd) => {
			expect(redact(`x${odd}y`, odd)).toBe('x***y');
		},
	);

	it.each(['', 'text', 'elevenchars'])('strikes out nothing for "%s", which may be an ordinary word', (word) => {
		expect(redact(`text ${word}`, word)).toBe(`text ${word}`);
	});
});
