import type { TagsMode } from '../../../api/subscriber';
import { optionsOf } from '../../../execution/settings';
import type { Batch } from './batchesOf';
import { refuseDifferent } from './refuseDifferent';

/** What the panel has under 'Options'. */
export interface ImportOptions {
	readonly chunkSize?: number;
	readonly includeUnsubscribed?: boolean;
	readonly output?: 'rows' | 'summary';
	readonly readListFirst?: boolean;
	readonly tagsMode?: TagsMode;
}

/** The options of one contact list. @throws UserFacingError where they differ between its items */
export function importOptions(batch: Batch): ImportOptions {
	refuseDifferent(batch, "'Options'", ({ options }) => options);
	return optionsOf(batch[0].settings);
}
