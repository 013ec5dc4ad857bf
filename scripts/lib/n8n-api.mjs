import { randomUUID } from 'node:crypto';

/**
 * n8n's own REST interface, as its editor uses it, for one logged-in person.
 * @param {string} url address of n8n
 * @returns {(method: string, path: string, body?: object) => Promise<any>} gives the `data` of the answer; throws an
 *   Error with `status` for every other answer than 2xx
 */
export function n8nApi(url) {
	// n8n ties a log-in to the browser that made it.
	const browserId = randomUUID();
	let cookie = '';
	return async (method, path, body) => {
		const response = await fetch(`${url}/rest${path}`, {
			method,
			headers: { 'browser-id': browserId, cookie, ...(body && { 'content-type': 'application/json' }) },
			body: body && JSON.stringify(body),
		});
		const fresh = response.headers.getSetCookie().map((line) => line.split(';')[0]);
		if (fresh.length > 0) cookie = fresh.join('; ');
		const answer = await response.json().catch(() => ({}));
		if (response.ok) return answer.data;
		throw Object.assign(new Error(`${method} ${path} answered ${response.status}: ${answer.message ?? 'no message'}`), { status: response.status });
	};
}
