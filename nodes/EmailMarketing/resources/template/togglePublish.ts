import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { templateLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['template'], operation: ['togglePublish'] } }, [
	templateLocator,
	optionsWith(),
]);

export const execute = sendOne;
