import { getMany } from '../../execution/standard';
import { getManyFields } from '../../panel/getMany';

export const description = [...getManyFields];

export const execute = getMany();
