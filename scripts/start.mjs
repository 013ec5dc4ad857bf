import { installProject } from './install.mjs';

installProject({ withN8n: true });
// From here on there are packages to use.
await import('./start/main.mjs');
