/** What an answer to a change shows that is not what was sent. */

import type { IDataObject } from 'n8n-workflow';

import { plainOf } from '../shared/columns/plain';
import { fieldsOf } from './listEntries';

/** Fields that were sent as text and are shown as another text, however it is written. What is empty or an ID is not compared: the first may be shown otherwise, the second as a name. */
export function shownOtherwise(body: IDataObject | undefined, answer: IDataObject): string[] {
	const shown = fieldsOf(answer);
	return Object.entries(body ?? {})
		.filter(([field, sent]) => {
			const [wanted, is] = [sent, shown[field]].map((value) => (typeof value === 'string' ? plainOf(value) : ''));
			return wanted !== '' && is !== '' && wanted !== is && !isId(sent);
		})
		.map(([field]) => field);
}

function isId(value: unknown): boolean {
	return typeof value === 'string' && /^(\d+|[\da-f-]{32,36})$/i.test(value.trim());
}
