import type { IDisplayOptions } from 'n8n-workflow';

/** Hides what an agent has no use for: operations that take all rows at once, and the setup of an account. */
export const notForAgents: IDisplayOptions = { hide: { '@tool': [true] } };
