import { parseId } from '../shared/parseId';
import { foldedText, joinWithAnd, plainText, quoted, textOf } from '../shared/text';
import { ParameterError } from '../shared/UserFacingError';
import { isEmpty, isRecord, kindOf } from '../shared/values';
import { idOf } from './response';

/**
 * The ID of the only entry with this name: exactly, else without case, accents and outer spaces.
 * @throws ParameterError if the name is empty, or no entry or several have it
 */
export function idByName(entries: readonly unknown[], value: unknown, displayName: string): string {
	if (isEmpty(value)) throw new ParameterError(`'${displayName}' is empty`, 'Choose one, or enter its name.');
	if (typeof value !== 'string' && typeof value !== 'number')
		throw new ParameterError(`'${displayName}' must be a name, not ${kindOf(value)}`, 'Check the expression.');
	const text = String(value);
	const named = entries.filter(isRecord).map((entry) => ({ name: textOf(entry.name), id: textOf(idOf(entry)) }));
	const folded = foldedText(text);
	const exact = named.filter(({ name }) => name === text);
	const found = exact.length > 0 ? exact : named.filter(({ name }) => foldedText(name) === folded);
	const [first, ...others] = found;
	const kind = displayName.toLowerCase();
	if (others.length > 0) {
		const ids = joinWithAnd(found.slice(0, 5).map(({ id }) => id));
		throw new ParameterError(`${found.length} ${kind}s are named ${quoted(text)}`, `Choose one 'By ID': ${ids}.`);
	}
	if (first !== undefined) return parseId(first.id, displayName);
	if (named.length === 0)
		throw new ParameterError(`There is no ${kind} yet`, 'Create one first, or check the credential.');
	const similar = mostSimilar(text, [...new Set(named.map(({ name }) => name))]);
	const [likely = '', ...rest] = similar.map(quoted);
	const more = rest.length === 0 ? '' : ` Others: ${rest.join(', ')}.`;
	const names = likely === '' ? '' : ` Did you mean ${likely}?${more}`;
	throw new ParameterError(`No ${kind} is named ${quoted(text)}`, `Correct the name in '${displayName}'.${names}`);
}

/** Up to five names that share pairs of letters with a text, most similar first. */
function mostSimilar(text: string, names: readonly string[]): string[] {
	const asked = pairsOf(text);
	const rated = names.map((name) => {
		const pairs = pairsOf(name);
		const shared = [...pairs].filter((pair) => asked.has(pair)).length;
		return { name, likeness: shared / (pairs.size + asked.size) };
	});
	const similar = rated.filter(({ likeness }) => likeness > 0).sort((a, b) => b.likeness - a.likeness);
	return similar.slice(0, 5).map(({ name }) => name);
}

/** `vip` → `vi`, `ip` */
function pairsOf(text: string): ReadonlySet<string> {
	const letters = [...plainText(text)];
	return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}
