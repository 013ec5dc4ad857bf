import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../EmailMarketing/execution/nodeError';
import { searchContactLists } from '../EmailMarketing/listSearch/searches';
import { contactListById } from '../EmailMarketing/panel/locators';
import { requestOptionsField } from '../EmailMarketing/panel/fields';
import { simplifyField } from '../EmailMarketing/panel/getMany';
import { testConnection } from '../EmailMarketing/transport/testConnection';
import { eventsField, subscriberEvents, subtitle } from './events';
import { poll } from './poll';
import { testEvents } from './testEvents';

const eventsHint =
	"Subscriber events need 'contactList'. With several events, tell them apart by 'event' in the output.";

/** Polls, because the service's webhooks are not documented. */
export class EmailMarketingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Email Marketing Trigger',
		name: 'emailMarketingTrigger',
		icon: { light: 'file:../../icons/email-marketing.svg', dark: 'file:../../icons/email-marketing.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's nodes panel shows the trigger's description for both nodes.
		description: 'Manage lists, subscribers and campaigns, send emails, or start a workflow when they change',
		builderHint: {
			searchHint:
				"Polls, and reports each change once. Use 'Get Many' of the Email Marketing node to read who is in a list now.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-email-marketing.emailMarketing',
					relationHint: 'Changes lists, subscribers and campaigns, and sends emails',
				},
			],
		},
		defaults: { name: 'Email Marketing Trigger' },
		polling: true,
		activationMessage: 'The first check after setup reports nothing; later changes start the workflow.',
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'emailMarketingApi', required: true, testedBy: 'testConnection' }],
		properties: [
			{ ...eventsField, builderHint: { propertyHint: eventsHint } },
			{
				...contactListById,
				description: 'The contact list whose subscribers are watched',
				displayOptions: { show: { events: subscriberEvents } },
			},
			simplifyField,
			requestOptionsField,
		],
	};

	methods = { listSearch: { searchContactLists }, credentialTest: { testConnection } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		// Manual mode is a test in the editor.
		const run = this.getMode() === 'manual' ? testEvents : poll;
		return await run(this).catch((thrown: unknown) => {
			throw toNodeError(this.getNode(), thrown);
		});
	}
}
