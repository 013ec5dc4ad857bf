import type { IPollFunctions } from 'n8n-workflow';

import { checkSetting } from '../EmailMarketing/execution/settings';
import { isRecord } from '../EmailMarketing/shared/isRecord';
import { readId } from '../EmailMarketing/shared/readId';
import { requestOptionsField } from '../EmailMarketing/shared/requestOptionsField';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { isAboutSubscribers } from './events';
import { optionsField } from './options';

export interface TriggerSettings {
	readonly events: readonly string[];
	/** Where subscribers are watched. */
	readonly contactList?: string;
	readonly simplify: boolean;
	/** Whether what is there at the beginning starts the workflow too. */
	readonly emitsExisting: boolean;
	readonly options: Readonly<Record<string, unknown>>;
	readonly requestOptions: unknown;
}

/** @throws UserFacingError naming the parameter that cannot be used */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const events = [context.getNodeParameter('events', []) as unknown].flat().map(String);
	if (events.length === 0) throw new UserFacingError("'Events' is empty", "Choose in 'Events' what is to start the workflow.");
	const options = checkSetting(optionsField, context.getNodeParameter('options', {}));
	const { startFrom, ...others } = isRecord(options) ? options : {};
	return {
		events,
		contactList: events.some(isAboutSubscribers) ? readId(context.getNodeParameter('contactList', '', { extractValue: true }), 'Contact List') : undefined,
		simplify: context.getNodeParameter('simplify', true) !== false,
		emitsExisting: startFrom === 'existing',
		options: others,
		requestOptions: checkSetting(requestOptionsField, context.getNodeParameter('requestOptions', {})),
	};
}
