import { NodeApiError, type INode } from 'n8n-workflow';

import { userFacing } from '../shared/UserFacingError';

/**
 * Turns what was thrown into n8n's error, with our words unchanged.
 * n8n's constructors replace a message that contains a code such as "EACCES" anywhere, so the words are set afterwards;
 * the cause is left out, because n8n stores it and it may hold the request with its Authorization header.
 */
export function toNodeError(node: INode, thrown: unknown, itemIndex?: number): NodeApiError {
	const explained = userFacing(thrown);
	const httpCode = explained.status === undefined ? undefined : String(explained.status);
	const error = new NodeApiError(
		node,
		{},
		{ message: explained.message, description: explained.description, httpCode, itemIndex },
	);
	error.message = explained.message;
	error.description = explained.description;
	error.messages = [];
	return error;
}
