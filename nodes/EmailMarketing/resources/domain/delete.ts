import { updateDisplayOptions } from 'n8n-workflow';

import { deleteOne } from '../../execution/standard';
import { domainLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['domain'], operation: ['delete'] } }, [
	domainLocator,
	optionsWith(),
]);

export const execute = deleteOne;
