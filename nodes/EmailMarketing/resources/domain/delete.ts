import { updateDisplayOptions } from 'n8n-workflow';

import { deleteOne } from '../../execution/standard';
import { domainLocator } from '../../shared/locators';

export const description = updateDisplayOptions({ show: { resource: ['domain'], operation: ['delete'] } }, [
	domainLocator,
]);

export const execute = deleteOne;
