import { version } from 'n8n-core/package.json';

/** Skips a test on the oldest supported n8n (`npm run test:compat`), which itself behaves differently. */
export const itSinceOldest = version.startsWith('1.') ? it.skip : it;
