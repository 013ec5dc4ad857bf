import { updateDisplayOptions } from 'n8n-workflow';

import { deleteOne } from '../../execution/standard';
import { campaignLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['campaign'], operation: ['delete'] } }, [
	campaignLocator,
	optionsWith(),
]);

export const execute = deleteOne;
