import type { Node } from './workflow';

/** n8n's own nodes, with what a person sets in them and no more. */

/** Downloads a sheet, as one that was published as CSV. */
export function download(name: string, url: string): Node {
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.4,
		parameters: { url, options: { response: { response: { responseFormat: 'file' } } } },
	};
}

/** Stores the file before it under an address, as a drive does. */
export function upload(name: string, url: string): Node {
	const body = { sendBody: true, contentType: 'binaryData', inputDataFieldName: 'data' };
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.4,
		parameters: { method: 'PUT', url, ...body, options: {} },
	};
}

/** One item for each row of the CSV file before it. */
export function readSheet(name: string): Node {
	return {
		name,
		type: 'n8n-nodes-base.spreadsheetFile',
		typeVersion: 2,
		parameters: { operation: 'fromFile', fileFormat: 'csv', options: {} },
	};
}

/** The same as `readSheet` with the node that n8n offers now. */
export function extractFromFile(name: string, options: object = {}): Node {
	return { name, type: 'n8n-nodes-base.extractFromFile', typeVersion: 1.1, parameters: { options } };
}

/** Makes a CSV file of all items. */
export function convertToFile(name: string): Node {
	return { name, type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1, parameters: { options: {} } };
}

/** Answers its caller with the first item of the last node. Published, it listens under /webhook/<path>. */
export function webhook(name: string, path: string, httpMethod: 'GET' | 'POST' = 'GET'): Node {
	return {
		name,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: { ...(httpMethod !== 'GET' && { httpMethod }), path, responseMode: 'lastNode', options: {} },
	};
}

/** Lets those out above whose text is this one. */
export function ifEquals(name: string, leftValue: string, rightValue: string): Node {
	return ifNode(name, { leftValue, rightValue, operator: { type: 'string', operation: 'equals' } });
}

/** Lets those out above for whom the expression is true. */
export function ifTrue(name: string, leftValue: string): Node {
	const operator = { type: 'boolean', operation: 'true', singleValue: true };
	return ifNode(name, { leftValue, rightValue: '', operator });
}

function ifNode(name: string, condition: object): Node {
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	return {
		name,
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: { conditions: { options, conditions: [{ id: name, ...condition }], combinator: 'and' }, options: {} },
	};
}

/** Holds all items for this long. */
export function waitSeconds(name: string, amount: number): Node {
	return { name, type: 'n8n-nodes-base.wait', typeVersion: 1.1, webhookId: name, parameters: { amount } };
}

/** Sets these fields to what the expressions give, and keeps the others. */
export function editFields(name: string, fields: Record<string, string>): Node {
	const assignments = Object.entries(fields).map(([field, value]) => ({
		id: field,
		name: field,
		value,
		type: 'string',
	}));
	return {
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments }, includeOtherFields: true, options: {} },
	};
}
