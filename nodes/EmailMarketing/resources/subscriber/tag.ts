import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withTagText } from '../../api/response';
import { parseTags } from '../../panel/requestBody';
import { subscriberOutput, type Subscriber } from '../../api/subscriber';
import { diff, tagsAfter, type Changes } from './people/changes';
import type { ItemInput, Run } from '../../execution/Operation';
import { contactListLocator, subscriberLocator } from '../../panel/locators';
import { isBrokenTag } from '../../shared/brokenCells';
import { ParameterError } from '../../shared/UserFacingError';
import { subscriberIndex } from './people/SubscriberIndex';
import { updateSubscriber } from './people/updateSubscriber';

export function tagsOption(displayName: string, name: string, description: string): INodeProperties {
	return { displayName, name, type: 'string', default: '', placeholder: 'e.g. customer, newsletter', description };
}

export const description = [
	contactListLocator,
	subscriberLocator,
	tagsOption('Add Tags', 'addTags', 'Tags separated by commas, or a list; existing tags are kept'),
	tagsOption('Remove Tags', 'removeTags', 'Tags separated by commas, or a list; all others are kept'),
];

export { resolveEmail as resolve } from './people/resolveEmail';

export const endpoint = 'subscriber.update';

export function parseSettings(settings: ItemInput['settings']) {
	const added = parseTags(settings.addTags, 'Add Tags').filter((tag) => !isBrokenTag(tag));
	const removed = parseTags(settings.removeTags, 'Remove Tags');
	if (added.length + removed.length > 0) return { ...settings, added, removed };
	throw new ParameterError(
		'There are no tags to add or remove',
		"Enter them in 'Add Tags' or 'Remove Tags'. If they come from an expression, check that the input item has a value.",
	);
}

/** Who is not in the list has no tag in it. */
export function holdsWithout({ settings }: ItemInput): boolean {
	return (settings as ReturnType<typeof parseSettings>).added.length === 0;
}

/** Reads the existing tags and sends all of them with the change, or nothing if nothing changes. */
export async function execute(input: ItemInput, run: Run): Promise<IDataObject[]> {
	const { known, request } = input;
	const { removed, ...given } = input.settings as ReturnType<typeof parseSettings>;
	// By email, the list has been read.
	const index = input.locatorMode === 'email' ? await subscriberIndex(input, run) : undefined;
	const added = index?.spelled(given.added) ?? given.added;
	const changesFor = (present: Subscriber): Changes => {
		// The tags are not known until the subscriber is read.
		if (present.tags === undefined) return { tags: { from: null, to: added } };
		const tags = tagsAfter(tagsAfter(present.tags, removed, 'remove'), added, 'add');
		return diff({ tags }, present, 'replace');
	};
	const listed = known ?? { id: request.pathValues.subscriber };
	const { changes, subscriber } = await updateSubscriber(input, run, listed, changesFor, true);
	const action = Object.keys(changes).length === 0 ? 'unchanged' : 'updated';
	return [withTagText({ action, ...notShown, ...subscriberOutput(subscriber) }) as IDataObject];
}

/** The fields of the output, as far as the service does not show them. */
const notShown = { email: null, first_name: null, last_name: null, is_subscribed: null, tags: null, uuid: null };
