import { deleteOne } from '../../execution/standard';
import { contactListLocator, subscriberLocator } from '../../panel/locators';

export const description = [contactListLocator, subscriberLocator];

export { resolveEmail as resolve } from './people/resolveEmail';

export const execute = deleteOne;
