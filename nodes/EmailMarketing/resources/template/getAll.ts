import { updateDisplayOptions } from 'n8n-workflow';

import { getMany } from '../../execution/standard';
import { getManyFields } from '../../shared/getMany';

export const description = updateDisplayOptions({ show: { resource: ['template'], operation: ['getAll'] } }, [
	...getManyFields,
]);

export const execute = getMany();
