/** What is said of something that is not there, or no longer. */

import { endpointOf, placeholdersOf } from '../../api/endpoints';
import { displayNameOf } from '../../shared/names';
import { referencesIn, type ErrorText, type FailedRequest } from './FailedRequest';
import { otherWay, prefixHint, requested, whereThePathIs } from './pathWords';

export function notFound(failed: FailedRequest): ErrorText {
	const { key, names, isOverridden } = failed;
	const { status, path } = endpointOf(key);
	if (status !== 'documented' || isOverridden) {
		const [reference] = referencesIn(failed);
		if (reference !== undefined) {
			const name = displayNameOf(reference, names);
			return {
				message: `Nothing was found at ${requested(failed)}`,
				description: `Choose it again in '${name}': it may have been deleted. If it is there, the path may be wrong: ${whereThePathIs(failed)}${otherWay(failed)}`,
			};
		}
		return {
			message: `Nothing was found at ${requested(failed)}`,
			description: `${whereThePathIs(failed)} If the path is right, what it asks for does not exist (any more).${otherWay(failed)}`,
		};
	}
	// What the last placeholder of the path stands for is what was not found.
	const name = displayNameOf(placeholdersOf(path).at(-1) ?? '', names);
	return {
		message: `The ${name.toLowerCase()} was not found`,
		description: `Choose it again in '${name}': it may have been deleted, or the ID is mistyped. ${prefixHint(failed)}Asked for: ${requested(failed)}`,
	};
}

export function gone({ key, names }: FailedRequest): ErrorText {
	const placeholder = placeholdersOf(endpointOf(key).path).at(-1);
	return {
		message: 'What this asks for is gone (status 410)',
		description:
			placeholder === undefined
				? "The service says that it was there once. Ask the service's support what has come in its place."
				: `The service says that it was there once: it may have been deleted. Choose it again in '${displayNameOf(placeholder, names)}'.`,
	};
}
