import { deleteOne } from '../../execution/standard';
import { campaignLocator } from '../../panel/locators';

export const description = [campaignLocator];

export const execute = deleteOne;
