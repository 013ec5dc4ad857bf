import type { FastifyInstance } from 'fastify';
import type { FaultInjector } from './fault-injector';
import { parsePlan } from './read-plan';

/** The plan over HTTP: GET reads it, PUT sets it, DELETE clears it. No token: the sandbox serves only this machine. */
export function addFaultControl(app: FastifyInstance, injector: FaultInjector): void {
	const path = '/_sandbox/faults';
	const present = () => ({ plan: injector.plan() ?? null, dealt: injector.injected() });
	app.get(path, present);
	app.put(path, ({ body }) => {
		injector.use(parsePlan(String(body)));
		return present();
	});
	app.delete(path, () => {
		injector.use(undefined);
		return present();
	});
}
