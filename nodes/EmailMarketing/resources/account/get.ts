import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';

export const description = updateDisplayOptions({ show: { resource: ['account'], operation: ['get'] } }, []);

export const execute = sendOne;
