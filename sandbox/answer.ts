import type { OpenAPIBackend, Operation, Request } from 'openapi-backend';
import { HttpError } from './http-error';
import { advanceClock } from './store/advance-clock';
import type { SandboxContext } from './store/store';

export interface Answer {
	status: number;
	body: unknown;
	headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Responds to one call: token, path, request validation, route, and response validation, all by the contract.
 * A response that violates the contract becomes a 500 with the reason.
 *
 * @param operation Undefined for an unknown path.
 */
export async function answer(
	api: OpenAPIBackend,
	request: Request,
	operation: Operation | undefined,
	context: SandboxContext,
): Promise<Answer> {
	advanceClock(context);
	const given = await outcome(api, request, operation, context);
	if (operation === undefined) return given;
	const { errors } = api.validateResponse(given.body, operation, given.status);
	if (!errors) return given;
	const faults = errors.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`).join('; ');
	const { operationId } = operation;
	const message = `The answer to ${operationId} (status ${given.status}) breaks the contract: ${faults}.`;
	return { status: 500, body: { message } };
}

async function outcome(
	api: OpenAPIBackend,
	request: Request,
	operation: Operation | undefined,
	context: SandboxContext,
): Promise<Answer> {
	try {
		const body: unknown = await api.handleRequest(request, context);
		const success = Object.keys(operation?.responses ?? {}).find((status) => status.startsWith('2'));
		return { status: Number(success?.replace(/x/gi, '0')), body };
	} catch (thrown) {
		if (thrown instanceof HttpError) return { status: thrown.status, body: thrown.body };
		throw thrown;
	}
}
