import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../shared/collections';
import {
	extraFieldsField,
	fromEmailField,
	fromNameField,
	nameField,
	replyToEmailField,
	replyToNameField,
} from '../../shared/fields';
import { campaignContactList, campaignTemplate } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['campaign'], operation: ['create'] } }, [
	{ ...nameField, placeholder: 'e.g. Spring Offer' },
	campaignContactList,
	campaignTemplate,
	fromEmailField,
	fromNameField,
	additionalFields([extraFieldsField, replyToEmailField, replyToNameField]),
	optionsWith(),
]);

export const execute = sendOne;
