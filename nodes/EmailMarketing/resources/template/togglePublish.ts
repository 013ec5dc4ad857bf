import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { templateLocator } from '../../shared/locators';

export const description = updateDisplayOptions({ show: { resource: ['template'], operation: ['togglePublish'] } }, [
	templateLocator,
]);

export const execute = sendOne;
