import { updateDisplayOptions } from 'n8n-workflow';

import { simplifyCampaign } from '../../api/response';
import { getMany } from '../../execution/standard';
import { getManyFields, simplifyField } from '../../shared/getMany';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['campaign'], operation: ['getAll'] } }, [
	...getManyFields,
	simplifyField,
	optionsWith(),
]);

export const execute = getMany(simplifyCampaign);
