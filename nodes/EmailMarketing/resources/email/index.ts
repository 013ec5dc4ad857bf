import { resourceOf } from '../../panel/operationMenu';
import * as send from './send';

// prettier-ignore
const rows = [
	{ name: 'Send', value: 'send', operation: send, done: 'sent', action: 'Send email', description: 'Queue one email for sending' },
] as const;

export const email = resourceOf('Email', 'email', 'send', rows);
