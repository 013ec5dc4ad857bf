import { updateDisplayOptions } from 'n8n-workflow';

import { simplifyCampaign } from '../../api/response';
import { getMany } from '../../execution/standard';
import { getManyFields, simplifyField } from '../../shared/getMany';

export const description = updateDisplayOptions({ show: { resource: ['campaign'], operation: ['getAll'] } }, [
	...getManyFields,
	simplifyField,
]);

export const execute = getMany(simplifyCampaign);
