import type { TagsMode } from '../../../api/subscriber';
import type { Call } from '../../../execution/Operation';
import { isRecord } from '../../../shared/values';

/** What is chosen in 'Tags Mode'. */
export function tagsModeOf({ settings: { options } }: Call): TagsMode {
	return (isRecord(options) ? (options.tagsMode as TagsMode | undefined) : undefined) ?? 'replace';
}
