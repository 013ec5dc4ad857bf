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
	const success = Object.keys(operation?.responses ?? {}).find((status) => status.startsWith('2')) ?? '200';
	const given: Answer = await outcome(api, request, context, Number(success.replace(/x/gi, '0')));
	if (operation === undefined) return given;
	const { errors } = api.validateResponse(given.body, operation, given.status);
	if (!errors) return given;
	const faults = errors.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`).join('; ');
	const { operationId } = operation;
	const message = `The answer to ${operationId} (status ${given.status}) breaks the contract: ${faults}.`;
	return { status: 500, body: { message } };
}

async function outcome(api: OpenAPIBackend, request: Request, context: SandboxContext, success: number) {
	try {
		return { status: success, body: (await api.handleRequest(request, context)) as unknown };
	} catch (thrown) {
		if (thrown instanceof HttpError) return { status: thrown.status, body: thrown.body };
		throw thrown;
	}
}
