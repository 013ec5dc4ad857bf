import { json } from '../engine/serve';
import type { Arrived, Deliver } from '../laravel/serveList';

/** The faults of one request, by their names in the titles of tests. */
export const faults: Readonly<Record<string, (request: Arrived) => Deliver>> = {
	'403': () => instead(403, { message: 'This action is unauthorized.' }),
	'404': () => instead(404, { message: 'Not Found' }),
	'422': ({ kind }) => {
		const errors = { [fieldOf[kind] ?? 'email']: ['The selected value is invalid.'] };
		return instead(422, { message: 'The selected value is invalid.', errors });
	},
	'429': () => instead(429, { message: 'Too Many Attempts.' }, { 'retry-after': '0' }),
	'500': () => instead(500, { message: 'Server Error' }),
	'502 with a web page': () => webPage(502),
	'200 with a web page': () => webPage(200),
	'response that is cut off': () => (response, work) => {
		const { status, body } = work();
		const text = JSON.stringify(body);
		response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length + 100 });
		response.write(text.slice(0, -10), () => response.socket?.end());
	},
	'connection reset before the work': () => (response) => void response.socket?.resetAndDestroy(),
	'500 after the work': () => (response, work) => {
		work();
		json(response, { message: 'Server Error' }, 500);
	},
};

/** The field that a 422 names; the email by default. */
const fieldOf: Partial<Record<Arrived['kind'], string>> = {
	read: 'page',
	get: 'subscriber',
	toggle: 'subscriber',
	import: 'subscribers.0.email',
};

/** Responds without doing the work. */
function instead(status: number, body: object, headers: Record<string, string> = {}): Deliver {
	return (response) => json(response, body, status, headers);
}

function webPage(status: number): Deliver {
	return (response) =>
		response
			.writeHead(status, { 'content-type': 'text/html' })
			.end('<!DOCTYPE html><html><head><title>Maintenance</title></head><body>We will be back soon.</body></html>');
}
