import { sendOne } from '../../execution/standard';
import { templateLocator } from '../../panel/locators';

export const description = [templateLocator];

export const execute = sendOne;
