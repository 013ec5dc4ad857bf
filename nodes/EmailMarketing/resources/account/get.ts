import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['account'], operation: ['get'] } }, [
	optionsWith(),
]);

export const execute = sendOne;
