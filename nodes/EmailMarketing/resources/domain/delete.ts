import { deleteOne } from '../../execution/standard';
import { domainLocator } from '../../panel/locators';

export const description = [domainLocator];

export const execute = deleteOne;
