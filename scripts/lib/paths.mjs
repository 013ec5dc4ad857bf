import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const hostFolder = join(root, 'host');

/** n8n's own data (database, key, community packages) and this project's logs. */
export const userFolder = resolve(process.env.N8N_USER_FOLDER || join(hostFolder, '.data'));
