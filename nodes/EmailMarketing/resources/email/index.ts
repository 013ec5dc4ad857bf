import { operationMenu } from '../../panel/operationMenu';
import * as send from './send';

// prettier-ignore
export const emailMenu = operationMenu('email', 'send', [
	{ name: 'Send', value: 'send', action: 'Send email', description: 'Queue one email for sending' },
]);

export const emailOperations = { 'email.send': send };
