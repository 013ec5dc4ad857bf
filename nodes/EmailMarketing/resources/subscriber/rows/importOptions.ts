import type { TagsMode } from '../../../api/knownSubscriber';
import { isRecord } from '../../../shared/isRecord';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { Batch } from './batchesOf';

/** What the panel has under 'Options'. */
export interface ImportOptions {
	readonly chunkSize?: number;
	readonly includeUnsubscribed?: boolean;
	readonly output?: 'rows' | 'summary';
	readonly readListFirst?: boolean;
	readonly tagsMode?: TagsMode;
}

/** The options of one contact list. @throws UserFacingError where they differ between its items: what one of them allows is not allowed for the others */
export function importOptions(batch: Batch): ImportOptions {
	const [first] = batch;
	const written = ({ settings }: Batch[number]): string => JSON.stringify(settings.options);
	const expected = written(first);
	const other = batch.find((call) => call.settings !== first.settings && written(call) !== expected);
	if (other !== undefined) throw differ(first.item, other.item);
	return isRecord(first.settings.options) ? first.settings.options : {};
}

function differ(item: number, other: number): UserFacingError {
	return new UserFacingError(`'Options' differ between item ${item + 1} and item ${other + 1}`, 'They hold for the whole contact list: give them the same value for all items. Nothing was sent.');
}
