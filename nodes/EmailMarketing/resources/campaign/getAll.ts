import { simplifyCampaign } from '../../api/response';
import { getMany } from '../../execution/standard';
import { getManyFields, simplifyField } from '../../panel/getMany';

export const description = [...getManyFields, simplifyField];

export const execute = getMany(simplifyCampaign);
