const { once } = require('node:events');
const { createServer } = require('node:net');

/**
 * A port of 127.0.0.1 that nobody uses at this moment.
 * @param {number} [wanted] returned if it is free
 * @returns {Promise<number>}
 */
async function freePort(wanted = 0) {
	const server = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch (reason) {
		if (wanted === 0) throw reason;
		return await freePort();
	}
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	server.close();
	await once(server, 'close');
	return port;
}

module.exports = { freePort };
