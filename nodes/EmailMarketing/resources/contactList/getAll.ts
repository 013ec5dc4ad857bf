import { getMany } from '../../execution/standard';
import { getManyFields } from '../../shared/getMany';

export const description = [...getManyFields];

export const execute = getMany();
