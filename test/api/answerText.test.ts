import { isMarkup, textKindOf, type TextKind } from '../../nodes/EmailMarketing/api/answerText';

describe('textKindOf', () => {
	it.each<[string, TextKind]>([
		['{"data": [', 'cutOff'],
		[' [1, 2', 'cutOff'],
		['{"text": "a } and ]', 'cutOff'],
		['{"a": {"b": "c"}', 'cutOff'],
		['{"a": "}\\"}"', 'cutOff'],
		['{"a": "\\\\"}}', 'invalidJson'],
		['{"a": NaN}', 'invalidJson'],
		['{"a": 1}<br /><b>Warning</b>', 'invalidJson'],
		["{'a': 'b'}", 'invalidJson'],
		['<br />\n<b>Warning</b>: odd in /var/www/a.php on line 3<br />\n{"message": "Created"}', 'jsonBehindText'],
		['Notice: odd\n[{"uuid": "a"}]\n', 'jsonBehindText'],
		['Notice: odd\n[1, 2]', 'jsonBehindText'],
		['Notice: odd\n{\n  "a": 1\n}', 'jsonBehindText'],
		['[1, NaN]', 'invalidJson'],
		['\u001f\ufffd\b\u0000abc', 'compressed'],
		['x\ufffd\ufffdV', 'compressed'],
		['x\u0001abc', 'compressed'],
		['(\ufffd/\ufffd\u0004X', 'compressed'],
		['xy', 'text'],
		['(see /docs)', 'text'],
		['Ung\ufffdltig', 'text'],
		['Max\ufffd', 'text'],
		['<?xml version="1.0"?><answer/>', 'xml'],
		['\n <?XML version="1.0"?>', 'xml'],
		['x<?xml?>', 'text'],
		['1 < 2', 'text'],
		['<!doctype html><script>if (a) {}</script></html>', 'webPage'],
		[' <html>', 'webPage'],
		['queued', 'text'],
		['"', 'text'],
		['Warning: mail() could not be reached', 'text'],
		['Fatal error', 'text'],
		['One\ntwo', 'text'],
		['see [docs]', 'text'],
		['word '.repeat(100), 'text'],
	])('takes %j for %s', (text, kind) => {
		expect(textKindOf(text)).toBe(kind);
	});

	it.each([1, 17])('sees that a text of %i MB was cut off', (size) => {
		expect(textKindOf(`{"html": "${'x'.repeat(size * 1_000_000)}`)).toBe('cutOff');
	});

	it('looks through a long text in little time', () => {
		const texts = [
			'{"'.repeat(500_000),
			`x${'{"a'.repeat(300_000)}`,
			`{"${'\\'.repeat(1_000_000)}`,
			`${' '.repeat(500_000)}x`,
		];
		expect(texts.map(textKindOf)).toEqual(['cutOff', 'text', 'cutOff', 'text']);
	});
});

describe('isMarkup', () => {
	it.each([
		['<p>', true],
		[' \n<p>', true],
		['1 < 2', false],
		[['<p>'], false],
		[{ a: '<p>' }, false],
		[undefined, false],
	])('says of %j whether it is a page in place of data: %s', (answer, is) => {
		expect(isMarkup(answer)).toBe(is);
	});
});
