import { updateDisplayOptions } from 'n8n-workflow';

import { getMany } from '../../execution/standard';
import { getManyFields } from '../../shared/getMany';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['contactList'], operation: ['getAll'] } }, [
	...getManyFields,
	optionsWith(),
]);

export const execute = getMany();
