import { redact } from '../../nodes/EmailMarketing/transport/redact';

const secret = 'tok+en/123456';

describe('redact', () => {
	it.each([
		[`the token ${secret} again: ${secret}`, 'the token *** again: ***'],
		[`https://x.example/?t=${encodeURIComponent(secret)}`, 'https://x.example/?t=***'],
		['nothing', 'nothing'],
		[{ a: [`x ${secret}`, { [secret]: 'b' }] }, { a: ['x ***', { '***': 'b' }] }],
		[
			{ a: secret, b: null, c: true, d: undefined, e: 5 },
			{ a: '***', b: null, c: true, d: undefined, e: 5 },
		],
		[undefined, undefined],
	])('makes of %j %j', (value, struck) => {
		expect(redact<unknown>(value, secret)).toEqual(struck);
	});

	it.each(['$&$&$&$&$&$&', '.*.*.*.*.*.*', 'a+b+c+d+e+f+', '\\\\\\\\\\\\\\\\\\\\\\\\'])(
		'reads the secret %s literally',
		(odd) => {
			expect(redact(`x${odd}y`, odd)).toBe('x***y');
		},
	);

	it.each(['', 'text', 'elevenchars'])('strikes out nothing for "%s", which may be an ordinary word', (word) => {
		expect(redact({ a: `text ${word}` }, word)).toEqual({ a: `text ${word}` });
	});

	it('does not change its input', () => {
		const value = { a: [secret] };
		redact(value, secret);
		expect(value).toEqual({ a: [secret] });
	});

	it('does not break on what is nested thousands deep', () => {
		let deep: unknown = [];
		for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
		expect(() => redact({ a: secret, deep }, secret)).not.toThrow();
	});
});
