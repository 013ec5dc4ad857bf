import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../../execution/Operation';
import { optOutOf } from '../../../shared/columns/ColumnReader';
import { isRecord } from '../../../shared/isRecord';

/**
 * What comes out for an item that says that its person is not subscribed, wherever its fields are set: nobody is subscribed against their will.
 * @returns `undefined` where nothing is in the way, or 'Include Unsubscribed' is on
 */
export function skippedForConsent({ json, settings, request, hints }: Call): IDataObject | undefined {
	const { options } = settings;
	const optOut = isRecord(options) && options.includeUnsubscribed === true ? undefined : optOutOf(json);
	if (optOut === undefined) return undefined;
	hints.add("Items that say that their person is not subscribed were skipped. 'Include Unsubscribed' under 'Options' takes them too.");
	return { action: 'skipped', reason: `The item says that this person is not subscribed: ${optOut}`, email: request.body?.email };
}
