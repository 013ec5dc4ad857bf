import { deleteOne } from '../../execution/standard';
import { contactListLocator, subscriberLocator } from '../../shared/locators';

export const description = [contactListLocator, subscriberLocator];

export const execute = deleteOne;
