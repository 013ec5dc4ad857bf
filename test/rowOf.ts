import type { IDataObject } from 'n8n-workflow';

/** A row of Import, Create or Update or Sync List: always all keys, empty ones included. */
export function rowOf(shown: Readonly<Record<string, unknown>>): IDataObject {
	const text = { email: '', note: 'new', first_name: '', last_name: '', tags: '' };
	return { ...text, is_subscribed: null, ...shown };
}
