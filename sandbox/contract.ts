import addFormats from 'ajv-formats';
import { OpenAPIBackend, ValidationContext, type AjvCustomizer, type Context, type Document } from 'openapi-backend';
import { operationsIn, readContract } from '../contract/document';
import { notFound, HttpError, rejected, unauthenticated } from './http-error';
import { routes } from './routes/routes';
import { checkPath, type Path } from './store/find';
import type { SandboxContext } from './store/store';
import { fieldErrors } from './validation-texts';

/** A call in the terms of the contract; parts without a type are unknown. */
type Call = Context<unknown, Path, unknown, Partial<Record<string, string>>>;

let loading: Promise<OpenAPIBackend> | undefined;

/** The contract with the routes bound to it. Stateless, so every sandbox of the process shares it. */
export function loadContract(): Promise<OpenAPIBackend> {
	loading ??= build();
	return loading;
}

async function build(): Promise<OpenAPIBackend> {
	const contract = readContract();
	const known = operationsIn(contract).map(({ key }) => key);
	const api = new OpenAPIBackend({
		definition: contract as unknown as Document,
		strict: true,
		// Not for speed: without `quick` the library validates against OpenAPI 3.0, and the document is 3.1.
		quick: true,
		coerceTypes: true,
		// A test validates the schemas once, so sandboxes do not.
		ajvOpts: { allErrors: true, useDefaults: true, meta: false, validateSchema: false },
		customizeAjv,
		validate: refuseBeforeValidation,
		handlers: {
			...Object.fromEntries(Object.entries(routes).filter(([key]) => known.includes(key))),
			preOperationHandler: (call: Call) => {
				call.request.params = placed(call);
			},
			unauthorizedHandler: () => {
				throw unauthenticated();
			},
			validationFail: ({ validation }: Context) => {
				throw rejected(fieldErrors(validation.errors ?? []));
			},
			notFound: () => {
				throw notFound('route');
			},
			methodNotAllowed: ({ request }: Context) => {
				throw new HttpError(405, `The ${request.method.toUpperCase()} method is not supported for this route.`);
			},
		},
		securityHandlers: {
			bearerAuth: ({ request }: Call, { token }: SandboxContext) => hasToken(request.headers.authorization, token),
		},
	});
	await api.init();
	// Otherwise the library parses the contract again for every request.
	const operations = api.router.getOperations();
	api.router.getOperations = () => operations;
	return api;
}

/** Whether the header is exactly `Bearer <token>`, as documented. */
export function hasToken(authorization: string | undefined, token: string): boolean {
	return authorization === `Bearer ${token}`;
}

const customizeAjv: AjvCustomizer = (ajv, _options, context) => {
	if (context === ValidationContext.RequestBody) countWithoutSpace(ajv);
	// Unknown query parameters are ignored, as web frameworks do.
	if (context === ValidationContext.Params) ajv.opts.removeAdditional = true;
	return addFormats(ajv);
};

/** A string of white space counts as empty, as in the web framework whose messages the rejections have. */
function countWithoutSpace(ajv: Parameters<AjvCustomizer>[0]): void {
	ajv.removeKeyword('minLength');
	ajv.addKeyword({
		keyword: 'minLength',
		type: 'string',
		schemaType: 'number',
		validate: (limit: number, text: string) => text.trim().length >= limit,
	});
}

/** Checks after the token and before the contract's validation, in this order: the path exists, the body is JSON. */
function refuseBeforeValidation({ request, operation }: Call, { store }: SandboxContext): boolean {
	checkPath(store, placed({ request, operation }));
	const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
	if (operation.requestBody !== undefined && request.body !== undefined && !isJson) {
		throw rejected({ 'content-type': ['The content type must be application/json.'] });
	}
	return true;
}

/** The parameters of the path by position: the contract may have other names for them. */
function placed({ request, operation }: Pick<Call, 'request' | 'operation'>): Path {
	const resource = operation.operationId?.replace(/\..*/, '') ?? '';
	const names = resource === 'subscriber' ? ['contactList', 'subscriber'] : [resource];
	const values = Object.values<string | undefined>(request.params);
	return Object.fromEntries(values.map((value, index) => [names[index] ?? '', value]));
}
