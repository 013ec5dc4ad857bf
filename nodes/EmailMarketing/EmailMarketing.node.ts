import {
	NodeConnectionTypes,
	updateDisplayOptions,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { executeOperation } from './execution/execute';
import * as listSearch from './listSearch/searches';
import { menus, operations } from './resources/operations';
import { requestOptionsField } from './panel/fields';
import { subtitleOf } from './panel/subtitle';
import { testConnection } from './transport/testConnection';

const resourceMenu = {
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
} satisfies INodeProperties;

/** The parameters of one operation, shown only while it is selected. */
function shownFor(key: string, description: INodeProperties[]): INodeProperties[] {
	const [resource = '', operation = ''] = key.split('.');
	return updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, description);
}

/**
 * The description declares every request in n8n's own vocabulary: `routing.request` on each menu row, `routing.send` on
 * each field. `execute` interprets it instead of n8n's RoutingNode, which keeps no state for the run: it cannot limit
 * parallel requests, retry, or report that nothing was sent.
 */
export class EmailMarketing implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Email Marketing',
		name: 'emailMarketing',
		icon: { light: 'file:../../icons/email-marketing.svg', dark: 'file:../../icons/email-marketing.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(resourceMenu.options, menus),
		description: 'Manage lists, subscribers and campaigns, and send emails',
		defaults: { name: 'Email Marketing' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'emailMarketingApi', required: true, testedBy: 'testConnection' }],
		properties: [
			resourceMenu,
			...menus,
			...Object.entries(operations).flatMap(([key, { description }]) => shownFor(key, description)),
			requestOptionsField,
		],
	};

	methods = { listSearch, credentialTest: { testConnection } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperation(this, operations);
	}
}
