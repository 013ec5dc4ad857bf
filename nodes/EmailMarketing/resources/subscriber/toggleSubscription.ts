import type { IDataObject } from 'n8n-workflow';

import { simplifySubscriber } from '../../api/response';
import type { ItemInput, Run } from '../../execution/Operation';
import { simplified } from '../../execution/standard';
import { choiceField } from '../../panel/fields';
import { simplifyField } from '../../panel/getMany';
import { contactListLocator, subscriberLocator } from '../../panel/locators';
import { toggle } from './people/toggle';

/** Ordered by use and safety: a toggle that runs twice undoes itself. */
// prettier-ignore
const changeTo = choiceField('Change To', 'changeTo', 'unsubscribed', 'The state that the subscription should have afterwards', [
	['Unsubscribed', 'unsubscribed', 'Unsubscribe, unless they are unsubscribed already'],
	['Subscribed', 'subscribed', 'Subscribe again, unless they are subscribed already'],
	['Toggle', 'toggle', 'Switch to the opposite state; running it twice undoes the change'],
]);

export const description = [contactListLocator, subscriberLocator, changeTo, simplifyField];

export { resolveEmail as resolve } from './people/resolveEmail';

/** Who is not in the list is not subscribed to it. */
export function holdsWithout({ settings }: ItemInput): boolean {
	return settings.changeTo === 'unsubscribed';
}

/** Outputs the subscriber afterwards, after its `action`. Called in turn, or two would read the same state. */
export async function execute(input: ItemInput, run: Run): Promise<IDataObject[]> {
	return simplified([await toggle(input, run, input.settings.changeTo)], input.settings, simplifySubscriber);
}
