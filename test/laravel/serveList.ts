import type { ServerResponse } from 'node:http';

import { json, serve } from '../engine/serve';
import { kindOf, type Answer, type Asked, type Kind, type LaravelList } from './LaravelList';

export interface Arrived extends Asked {
	readonly kind: Kind;
	/** The kind, and the UUID of the subscriber where the path has one: `read`, `toggle u1`. */
	readonly name: string;
	/** Whether the list did the work, whatever it returned. */
	isDone: boolean;
}

/** Responds to a request; `work` does what was requested. */
export type Deliver = (response: ServerResponse, work: () => Answer) => void;

export interface ServedList {
	url: string;
	readonly arrived: Arrived[];
	/** Called with each request before its response; may respond in place of the list. */
	onRequest: ((request: Arrived) => Deliver | undefined) | undefined;
	close: () => Promise<void>;
}

/** Serves a list at the paths of any contact list. */
export async function serveList(list: LaravelList, served: Partial<ServedList> = {}): Promise<ServedList> {
	const arrived = served.arrived ?? [];
	const { url, close } = await serve(({ method = '', url: address = '' }, response, body) => {
		const asked = { method, url: address, body };
		const kind = kindOf(asked);
		const name = [kind, /\/subscriber\/([^/?]+)/.exec(address)?.[1]].join(' ').trim();
		const request: Arrived = { ...asked, kind, name, isDone: false };
		arrived.push(request);
		const work = (): Answer => {
			const answer = list.answer(asked);
			request.isDone = answer.status < 300;
			return answer;
		};
		const respond = served.onRequest?.(request) ?? deliver;
		respond(response, work);
	});
	return Object.assign(served, { url, arrived, close, onRequest: served.onRequest });
}

/** The response of the list. */
export const deliver: Deliver = (response, work) => {
	const { status, body } = work();
	json(response, body, status);
};
