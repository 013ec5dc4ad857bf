import type { TagsMode } from '../../../api/subscriber';
import type { Call } from '../../../execution/Operation';
import { isRecord } from '../../../shared/values';

/** What is chosen in 'Tags Mode' for an item. Tags that are cleared are replaced by none, whatever is chosen. */
export function tagsModeOf({ settings: { clearFields, options } }: Call): TagsMode {
	if (Array.isArray(clearFields) && clearFields.includes('tags')) return 'replace';
	return (isRecord(options) ? (options.tagsMode as TagsMode | undefined) : undefined) ?? 'replace';
}
