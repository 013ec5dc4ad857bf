import { createServer } from 'node:net';
import { UserError } from './progress.mjs';

/** Reads a port from the environment; a value that is no port is a plain message. */
export function portFrom(variable, fallback) {
	const text = process.env[variable];
	if (!text) return fallback;
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new UserError(`${variable} is '${text}', which is no port number. Set it to a number from 1 to 65535.`);
}

/** Refuses a port that another program listens on, naming the variable to set. */
export async function assertPortFree(port, variable) {
	try {
		await listen(port);
	} catch (error) {
		const reason = error.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${error.code})`;
		const neighbour = port < 65_535 ? port + 1 : port - 1;
		throw new UserError(`Port ${port} ${reason}. Set ${variable} to a free one, e.g. ${variable}=${neighbour} npm start`);
	}
}

/** A port that nothing listens on at this moment. */
export const freePort = () => listen(0);

function listen(port) {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const { port: found } = server.address();
			server.close(() => resolve(found));
		});
	});
}
