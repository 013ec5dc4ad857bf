import { sendOne } from '../../execution/standard';
import { templateLocator } from '../../shared/locators';

export const description = [templateLocator];

export const execute = sendOne;
