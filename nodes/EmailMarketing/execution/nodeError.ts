import { NodeApiError, type INode } from 'n8n-workflow';

import { redact } from '../shared/text';
import { userFacing } from '../shared/UserFacingError';

/**
 * Turns what was thrown into n8n's error, with our words unchanged.
 * n8n's constructors replace a message that contains a code such as "EACCES" anywhere, so the words are set afterwards;
 * the cause is left out, because n8n stores it and it may hold the request with its Authorization header.
 * @param secret struck out: a token that was put into a parameter by mistake is quoted like any other value
 */
export function toNodeError(node: INode, thrown: unknown, itemIndex?: number, secret = ''): NodeApiError {
	const explained = userFacing(thrown);
	const [message, description] = [explained.message, explained.description].map((text) => redact(text, secret));
	const httpCode = explained.status === undefined ? undefined : String(explained.status);
	const error = new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
	error.message = message ?? '';
	error.description = description ?? '';
	error.messages = [];
	return error;
}
