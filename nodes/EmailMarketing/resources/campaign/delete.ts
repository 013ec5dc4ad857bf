import { deleteOne } from '../../execution/standard';
import { campaignLocator } from '../../shared/locators';

export const description = [campaignLocator];

export const execute = deleteOne;
