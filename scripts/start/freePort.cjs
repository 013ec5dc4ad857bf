const { randomInt } = require('node:crypto');
const { once } = require('node:events');
const { createServer } = require('node:net');

/**
 * A port of 127.0.0.1 that nobody uses at this moment. The system gives ports from 32768 up to outgoing connections:
 * one of those could be taken before the program that it is meant for listens. `fetch` refuses 10080.
 * @param {number} [wanted] returned if it is free
 * @returns {Promise<number>}
 */
async function freePort(wanted = randomInt(10_081, 32_768)) {
	const server = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch (reason) {
		if (!['EADDRINUSE', 'EACCES'].includes(/** @type {NodeJS.ErrnoException} */ (reason).code ?? '')) throw reason;
		return await freePort();
	}
	server.close();
	await once(server, 'close');
	return wanted;
}

module.exports = { freePort };
