import { simplifyCampaign } from '../../api/response';
import { sendSimplified } from '../../execution/standard';
import { updateFields } from '../../panel/collections';
import { fromEmailField, fromNameField, nameField, replyToEmailField, replyToNameField } from '../../panel/fields';
import { simplifyField } from '../../panel/getMany';
import { campaignContactList, campaignLocator, campaignTemplate } from '../../panel/locators';

const beforeName = [campaignContactList, fromEmailField, fromNameField];
const afterName = [replyToEmailField, replyToNameField, campaignTemplate];

export const description = [
	campaignLocator,
	updateFields([...beforeName, { ...nameField, required: false }, ...afterName], [...beforeName, ...afterName]),
	simplifyField,
];

export const execute = sendSimplified(simplifyCampaign);
