import { updateDisplayOptions } from 'n8n-workflow';

import { deleteOne } from '../../execution/standard';
import { campaignLocator } from '../../shared/locators';

export const description = updateDisplayOptions({ show: { resource: ['campaign'], operation: ['delete'] } }, [
	campaignLocator,
]);

export const execute = deleteOne;
