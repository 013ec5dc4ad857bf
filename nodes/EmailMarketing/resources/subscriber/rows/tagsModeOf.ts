import type { TagsMode } from '../../../api/knownSubscriber';
import type { Call } from '../../../execution/Operation';
import { isRecord } from '../../../shared/isRecord';

/** What is chosen in 'Tags Mode' for an item. */
export function tagsModeOf({ settings: { options } }: Call): TagsMode {
	return (isRecord(options) ? (options.tagsMode as TagsMode | undefined) : undefined) ?? 'replace';
}
