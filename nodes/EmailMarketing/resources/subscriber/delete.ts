import { updateDisplayOptions } from 'n8n-workflow';

import { deleteOne } from '../../execution/standard';
import { contactListLocator, subscriberLocator } from '../../shared/locators';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['delete'] } }, [
	contactListLocator,
	subscriberLocator,
]);

export const execute = deleteOne;
