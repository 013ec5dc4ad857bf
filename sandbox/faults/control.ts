import type { FastifyInstance } from 'fastify';
import type { FaultInjector } from './fault-injector';
import type { FaultPlan } from './plan';
import { parsePlan } from './read-plan';

const controlPath = '/_sandbox/faults';

/** In bytes. A refusal can be a hundred times as long as what it refuses. */
const longestPlan = 2 ** 16;

/** The plan over HTTP: GET looks at it, PUT sets it, DELETE clears it. Without a token, for the sandbox is for this machine only. */
export function addFaultControl(
	app: FastifyInstance,
	faultInjector: FaultInjector,
	useFaults: (plan: FaultPlan | undefined) => void,
): void {
	const present = () => ({ plan: faultInjector.plan() ?? null, dealt: faultInjector.injected() });

	app.get(controlPath, () => present());

	app.put(controlPath, { bodyLimit: longestPlan }, ({ body }) => {
		useFaults(parsePlan(typeof body === 'string' ? body : ''));
		return present();
	});

	app.delete(controlPath, () => {
		useFaults(undefined);
		return present();
	});
}
