import type { INodeParameters } from 'n8n-workflow';

import { withConsent, workflowOf, type Node, type Workflow } from '../../e2e/support/workflow';

/** The node that a workflow measures. */
export const measured = 'Measured';

export type MeasuredNode = Omit<Node, 'name'>;

/** The items of a node, each made of its number, `index`, by an expression in JavaScript. */
export interface Rows {
	readonly count: number;
	readonly json: string;
}

/** Subscribers of the bare server's list, if that has so many. */
export function people(count: number): Rows {
	return { count, json: "{ email: `person${index}@example.com`, first_name: 'Ada', last_name: `No. ${index}` }" };
}

/** Bodies of an import, each with so many people. */
export function bodies(count: number, people: number): Rows {
	const json = `{ subscribers: Array.from({ length: ${people} }, (_, row) => ({ email: \`person\${index * ${people} + row}@example.com\`, first_name: 'Ada', last_name: \`No. \${row}\` })) }`;
	return { count, json };
}

const list = '01890000-0000-7000-8000-000000000001';

/** An operation of subscribers by the node. */
export function ours(
	operation: string,
	parameters: INodeParameters = {},
	onError?: MeasuredNode['onError'],
): MeasuredNode {
	const contactList = { __rl: true, mode: 'id', value: list };
	return {
		type: 'n8n-nodes-email-marketing.emailMarketing',
		typeVersion: 1,
		parameters: withConsent({ resource: 'subscriber', operation, contactList, ...parameters }),
		...(onError && { onError }),
	};
}

export const mapAutomatically = ours('create', { dataMode: 'autoMapInputData' });
export const threeFields = {
	email: '={{ $json.email }}',
	additionalFields: { firstName: '={{ $json.first_name }}', lastName: '={{ $json.last_name }}' },
};

/** n8n's own node at a path of the list. With a body it is a POST. */
export function httpRequest(url: string, path: 'import' | 'subscriber', parameters: object): MeasuredNode {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'emailMarketingApi',
			url: `${url}/v1/contact-lists/${list}/${path}`,
			...('jsonBody' in parameters && { method: 'POST', sendBody: true, specifyBody: 'json' }),
			...parameters,
		},
	};
}

/** The same without a credential: the quickest that n8n's node can be. */
export function httpWithHeader(url: string, parameters: object): MeasuredNode {
	const node = httpRequest(url, 'subscriber', parameters);
	const headerParameters = { parameters: [{ name: 'Authorization', value: 'Bearer bench' }] };
	const byHand = { authentication: 'none', sendHeaders: true, headerParameters };
	return { ...node, parameters: { ...node.parameters, nodeCredentialType: undefined, ...byHand } };
}

export const httpCreate = {
	jsonBody:
		'={ "email": "{{ $json.email }}", "first_name": "{{ $json.first_name }}", "last_name": "{{ $json.last_name }}" }',
};
/** n8n's own pagination; each page is one item of its output. */
export const httpPages = {
	options: {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
				paginationCompleteWhen: 'other',
				completeExpression: '={{ $response.body.meta.current_page >= $response.body.meta.last_page }}',
			},
		},
	},
};

/** A trigger, a Code node that makes the rows, and the node to measure. */
export function measuring(name: string, { count, json }: Rows, node: MeasuredNode, credentials: object): Workflow {
	const jsCode = `return Array.from({ length: ${count} }, (_, index) => ({ json: ${json} }));`;
	return workflowOf(name, [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{ name: 'Rows', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
		{ name: measured, ...node, credentials },
	]);
}
