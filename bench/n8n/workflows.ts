import type { IDataObject } from 'n8n-workflow';

/** The node that a workflow measures. */
export const measured = 'Measured';

/** How the measured node is set, beside its credential. */
export interface MeasuredNode {
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: IDataObject;
	readonly onError?: 'continueRegularOutput' | 'stopWorkflow';
}

/** What the node is handed: so many items, each made of its number, `index`, by an expression in JavaScript. */
export interface Rows {
	readonly count: number;
	readonly json: string;
}

/** People who are in the list of the bare server, as far as that has so many. */
export function people(count: number): Rows {
	return { count, json: "{ email: `person${index}@example.com`, first_name: 'Ada', last_name: `No. ${index}` }" };
}

const list = '01890000-0000-7000-8000-000000000001';
const ours = { type: 'n8n-nodes-email-marketing.emailMarketing', typeVersion: 1 };
const contactList = { __rl: true, mode: 'id', value: list };
const httpRequest = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.5 };
const withCredential = { authentication: 'predefinedCredentialType', nodeCredentialType: 'emailMarketingApi' };

const mapped = {
	resource: 'subscriber',
	operation: 'create',
	contactList,
	email: '={{ $json.email }}',
	additionalFields: { firstName: '={{ $json.first_name }}', lastName: '={{ $json.last_name }}' },
};

export const threeFields: MeasuredNode = { ...ours, parameters: mapped };
export const threeFieldsContinue: MeasuredNode = { ...threeFields, onError: 'continueRegularOutput' };
export const mapAutomatically: MeasuredNode = {
	...ours,
	parameters: { resource: 'subscriber', operation: 'create', contactList, dataMode: 'autoMapInputData' },
};
export const returnAll: MeasuredNode = {
	...ours,
	parameters: { resource: 'subscriber', operation: 'getAll', contactList, returnAll: true },
};

/** The same create with n8n's own node. */
export function httpCreate(url: string): MeasuredNode {
	return {
		...httpRequest,
		parameters: {
			...withCredential,
			method: 'POST',
			url: `${url}/v1/contact-lists/${list}/subscriber`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody:
				'={ "email": "{{ $json.email }}", "first_name": "{{ $json.first_name }}", "last_name": "{{ $json.last_name }}" }',
		},
	};
}

/** The same list with n8n's own pagination; each page is one item of its output. */
export function httpPages(url: string): MeasuredNode {
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.body.meta.current_page >= $response.body.meta.last_page }}',
	};
	return {
		...httpRequest,
		parameters: {
			...withCredential,
			url: `${url}/v1/contact-lists/${list}/subscriber`,
			options: { pagination: { pagination } },
		},
	};
}

/** Bodies of an import, each with so many people. */
export function bodies(count: number, people: number): Rows {
	const json = `{ subscribers: Array.from({ length: ${people} }, (_, row) => ({ email: \`person\${index * ${people} + row}@example.com\`, first_name: 'Ada', last_name: \`No. \${row}\` })) }`;
	return { count, json };
}

/** The same import with n8n's own node, which is handed the bodies. */
export function httpImport(url: string): MeasuredNode {
	return {
		...httpRequest,
		parameters: {
			...withCredential,
			method: 'POST',
			url: `${url}/v1/contact-lists/${list}/import`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ $json }}',
		},
	};
}

/** An operation that takes its items as rows of a sheet. */
export function ofRows(operation: 'import' | 'sync' | 'upsert', parameters: IDataObject = {}): MeasuredNode {
	return { ...ours, parameters: { resource: 'subscriber', operation, contactList, ...parameters } };
}

/** A trigger, a Code node that makes the rows, and the node to measure. */
export function workflowOf(
	name: string,
	{ count, json }: Rows,
	node: MeasuredNode,
	credential: { id: string; name: string },
): object {
	const code = `return Array.from({ length: ${count} }, (_, index) => ({ json: ${json} }));`;
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{ name: 'Rows', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode: code } },
		{ name: measured, ...node, credentials: { emailMarketingApi: credential } },
	];
	const to = (next: string): object => ({ main: [[{ node: next, type: 'main', index: 0 }]] });
	return {
		name,
		nodes: nodes.map((each, index) => ({ id: String(index), position: [200 * index, 0], ...each })),
		connections: { Start: to('Rows'), Rows: to(measured) },
		settings: { executionOrder: 'v1' },
	};
}
