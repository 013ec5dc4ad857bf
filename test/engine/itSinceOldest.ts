import { version } from 'n8n-core/package.json';

/** A test of what the oldest n8n that is tested (`npm run test:compat`) does otherwise itself; there it is skipped. */
export const itSinceOldest = version.startsWith('1.') ? it.skip : it;
