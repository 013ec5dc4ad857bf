import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import * as listSearch from './listSearch/searches';
import { accountDescriptions, accountMenu } from './resources/account';
import { campaignDescriptions, campaignMenu } from './resources/campaign';
import { contactListDescriptions, contactListMenu } from './resources/contactList';
import { domainDescriptions, domainMenu } from './resources/domain';
import { emailDescriptions, emailMenu } from './resources/email';
import { subscriberDescriptions, subscriberMenu } from './resources/subscriber';
import { importSubscribers } from './resources/subscriber/import';
import { templateDescriptions, templateMenu } from './resources/template';
import { mergeDescriptions } from './shared/operationDescription';
import { testConnection } from './transport/testConnection';
import { runOperation } from './transport/runOperation';

export class EmailMarketing implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Email Marketing',
		name: 'emailMarketing',
		icon: { light: 'file:../../icons/email-marketing.svg', dark: 'file:../../icons/email-marketing.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Work with contact lists, subscribers, campaigns, templates, sending domains and emails',
		defaults: { name: 'Email Marketing' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'emailMarketingApi', required: true, testedBy: 'testConnection' }],
		requestOperations: { pagination: runOperation },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Account', value: 'account' },
					{ name: 'Campaign', value: 'campaign' },
					{ name: 'Contact List', value: 'contactList' },
					{ name: 'Domain', value: 'domain' },
					{ name: 'Email', value: 'email' },
					{ name: 'Subscriber', value: 'subscriber' },
					{ name: 'Template', value: 'template' },
				],
				default: 'subscriber',
				// Hands every operation to requestOperations.pagination, or to the one that its menu row names.
				routing: { send: { paginate: true } },
			},
			accountMenu,
			campaignMenu,
			contactListMenu,
			domainMenu,
			emailMenu,
			subscriberMenu,
			templateMenu,
			...mergeDescriptions([
				...accountDescriptions,
				...campaignDescriptions,
				...contactListDescriptions,
				...domainDescriptions,
				...emailDescriptions,
				...subscriberDescriptions,
				...templateDescriptions,
			]),
		],
	};

	methods = {
		listSearch,
		credentialTest: { testConnection },
	};

	/** Operations that take all input items at once, which n8n's routing cannot. */
	customOperations = {
		subscriber: { import: importSubscribers },
	};
}
