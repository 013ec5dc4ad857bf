import { updateDisplayOptions } from 'n8n-workflow';

import { simplifySubscriber } from '../../api/response';
import { getMany } from '../../execution/standard';
import { getManyFields, simplifyField } from '../../shared/getMany';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['getAll'] } }, [contactListLocator, ...getManyFields, simplifyField, optionsWith()]);

export const execute = getMany(simplifySubscriber);
