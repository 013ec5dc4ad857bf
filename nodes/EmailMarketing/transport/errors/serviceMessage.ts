import { isCompressed } from '../../api/answerText';
import { isRecord, type JsonRecord } from '../../shared/isRecord';
import { textIn } from './flattened';
import { everythingIn, refusals } from './refusals';
import { shortened } from './shortened';

/** Where services put the sentence that says what happened, the likeliest first; RFC 7807 and OAuth among them. All inferred: the body of an error is not documented. */
const headlines = [
	'message',
	'error_description',
	'error',
	'detail',
	'title',
	'msg',
	'reason',
	'error_message',
	'errorMessage',
];

/**
 * The service's own sentences, shortened; where it has none, and says nothing of a field, whatever the answer holds.
 * Markup is no sentence, nor is what is compressed.
 */
export function serviceMessage(body: unknown): string | undefined {
	if (typeof body === 'string') return /^\s*[<{[]/.test(body) || isCompressed(body) ? undefined : shortened(body);
	const headline = isRecord(body) ? headlineOf(body) : [];
	const details = refusals(body);
	const others = details.flatMap(({ field, text }) => (field === '' ? text : []));
	const said = [...new Set([...headline, ...others])];
	if (said.length > 0 || details.length > 0) return shortened(said.join(' · '));
	return shortened(
		everythingIn(body)
			.map(({ field, text }) => (field === '' ? text : `${field}: ${text}`))
			.join(' · '),
	);
}

/** A list of sentences stays one: it may be given among the details too, and each sentence is said once. */
function headlineOf(body: JsonRecord): string[] {
	return headlines.map((name) => sentencesIn(body[name])).find((said) => said.length > 0) ?? [];
}

function sentencesIn(value: unknown): string[] {
	const texts = Array.isArray(value) ? value.map((entry) => textIn(entry, true)) : [textIn(value, false)];
	return texts.flatMap((text) => shortened(text ?? '') ?? []);
}
