import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** Self-signed, only for 127.0.0.1: the key is public here. */
const certificate = {
	key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiUEh7kb3/spJWfxW
eYTnVvPw63y+XnGuHKFHUF89YQehRANCAAQRZrjjKmjBHuQ4aplx2Bh2nKgVI6Y+
n4IMMAC6Ox3OdAE088K2Lt+bKf0Xg9OZa+YGOmped3wa+Oq0T4YIZVYV
-----END PRIVATE KEY-----`,
	cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUE+0VvC7Y/OZnekFS5JADrCyK66owCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE1MjM0NFoYDzIxMjYxMDI4
MTUyMzQ0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQRZrjjKmjBHuQ4aplx2Bh2nKgVI6Y+n4IMMAC6Ox3OdAE088K2Lt+b
Kf0Xg9OZa+YGOmped3wa+Oq0T4YIZVYVo28wbTAdBgNVHQ4EFgQUGeoqf9mrR51Q
0Xiufu33dL7OoQQwHwYDVR0jBBgwFoAUGeoqf9mrR51Q0Xiufu33dL7OoQQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhANwxECyr1fQidVAdz8qr+wZY3f9IBDXV0TYZBiAIksYBAiBx
4zmO1izh7tFbsR61UC1kzQIVC3l3FFMkGPGyH7jqUw==
-----END CERTIFICATE-----`,
};

export interface TlsFront {
	readonly url: string;
	/** Replaces this many responses with garbage, after the work; `end` limits them to URLs that end with it. */
	breakNext: (times: number, end?: string) => void;
	close: () => Promise<void>;
}

/**
 * A TLS proxy in front of a service that uses plain http.
 * @param target URL of the service, which may differ in each test
 */
export async function tlsFront(target: () => string): Promise<TlsFront> {
	let left = 0;
	let broken = '';
	const rawSockets: Duplex[] = [];
	const server = createServer(certificate, (request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => void chunks.push(chunk));
		request.on('end', () => {
			const breaks = left > 0 && request.url?.endsWith(broken) === true;
			if (breaks) left -= 1;
			const headers = { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' };
			const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
			void fetch(`${target()}${request.url}`, { method: request.method, headers, body }).then(async (answer) => {
				const text = await answer.text();
				if (breaks) rawSockets.at(-1)?.write('This is no TLS record, whatever came before it.');
				else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
			});
		});
	});
	server.on('connection', (socket) => void rawSockets.push(socket.on('error', () => undefined)));
	server.on('tlsClientError', () => undefined);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
		breakNext(times, end = '') {
			left = times;
			broken = end;
		},
		close: async () => {
			rawSockets.forEach((socket) => socket.destroy());
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
