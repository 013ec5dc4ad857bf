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
import { operations, resources } from './resources/operations';
import { requestOptionsField } from './panel/fields';
import { columnsField, columnsNotice } from './panel/rowFields';
import { subtitleOf } from './panel/subtitle';
import { testConnection } from './transport/testConnection';

const resourceMenu: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ name, value }) => ({ name, value })),
	default: 'subscriber',
};

/** The parameters of one operation, shown only while it is selected, and the notice where 'Columns' is shown. */
function shownFor(key: string, description: INodeProperties[]): INodeProperties[] {
	const [resource = '', operation = ''] = key.split('.');
	const withNotice = description.flatMap((property) => {
		const { name, displayOptions } = property;
		return name === columnsField.name ? [{ ...columnsNotice, displayOptions }, property] : [property];
	});
	return updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, withNotice);
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
		subtitle: subtitleOf(resources),
		description: 'Manage lists, subscribers and campaigns, send emails, or start a workflow when they change',
		builderHint: {
			searchHint:
				"For a sheet or CRM export use 'Sync List' with 'Dry Run' first, or 'Import': no loop, and not 'Create' for each row.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-email-marketing.emailMarketingTrigger',
					relationHint: 'Starts a workflow when subscribers or campaigns change',
				},
			],
		},
		defaults: { name: 'Email Marketing' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'emailMarketingApi', required: true, testedBy: 'testConnection' }],
		properties: [
			resourceMenu,
			...resources.map(({ menu }) => menu),
			...Object.entries(operations).flatMap(([key, { description }]) => shownFor(key, description)),
			requestOptionsField,
		],
	};

	methods = { listSearch, credentialTest: { testConnection } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperation(this, operations);
	}
}
