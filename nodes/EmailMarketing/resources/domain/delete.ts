import { deleteOne } from '../../execution/standard';
import { domainLocator } from '../../shared/locators';

export const description = [domainLocator];

export const execute = deleteOne;
