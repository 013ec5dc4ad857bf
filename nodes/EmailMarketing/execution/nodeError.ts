import { NodeApiError, type INode } from 'n8n-workflow';

import { redact } from '../shared/text';
import { userFacing } from '../shared/UserFacingError';

/**
 * Turns any thrown value into n8n's error. The texts are set afterwards, because n8n's constructors replace a message
 * that contains a code such as "EACCES". The cause is omitted: n8n stores it, and it may hold the Authorization header.
 * @param secret removed from the texts: a token put into a parameter by mistake is quoted like any other value
 */
export function toNodeError(node: INode, thrown: unknown, itemIndex?: number, secret = ''): NodeApiError {
	const explained = userFacing(thrown);
	const message = redact(explained.message, secret);
	const description = redact(explained.description, secret);
	const httpCode = explained.status === undefined ? undefined : String(explained.status);
	const error = new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
	error.message = message;
	error.description = description;
	error.messages = [];
	return error;
}
