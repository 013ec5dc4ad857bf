import { updateDisplayOptions } from 'n8n-workflow';

import { deleteOne } from '../../execution/standard';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['delete'] } }, [
	contactListLocator,
	subscriberLocator,
	optionsWith(),
]);

export const execute = deleteOne;
