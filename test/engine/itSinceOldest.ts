import { version } from 'n8n-core/package.json';

/** Skipped for the oldest supported n8n (`npm run test:compat`), which itself behaves differently there. */
export const itSinceOldest = version.startsWith('1.') ? it.skip : it;
