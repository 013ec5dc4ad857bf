import type { IDataObject } from 'n8n-workflow';

import { campaignState, simplifyCampaign } from '../../api/response';
import type { ItemInput, Run } from '../../execution/Operation';
import { sendSimplified } from '../../execution/standard';
import { updateFields } from '../../panel/collections';
import { fromFields, nameField, replyToFields } from '../../panel/fields';
import { simplifyField } from '../../panel/getMany';
import { campaignContactList, campaignLocator, campaignTemplate } from '../../panel/locators';
import type { JsonRecord } from '../../shared/values';

const beforeName = [campaignContactList, ...fromFields];
const afterName = [...replyToFields, campaignTemplate];

export const description = [
	campaignLocator,
	updateFields([...beforeName, { ...nameField, required: false }, ...afterName], [...beforeName, ...afterName]),
	simplifyField,
];

/** Outputs the fields that were sent, too, and warns if the emails of the campaign are already on their way. */
export async function execute(input: ItemInput, run: Run): Promise<IDataObject[]> {
	const { body = {} } = input.request;
	const look = (campaign: IDataObject): void => run.hints.add(hints[campaignState(campaign)]);
	const simplify = (campaign: JsonRecord): JsonRecord => simplifyCampaign({ ...body, ...campaign }, Object.keys(body));
	return await sendSimplified(simplify, look)(input, run);
}

const hints: Readonly<Record<string, string>> = {
	sent: 'A campaign that was already sent was updated: emails that have gone out do not change.',
	sending: 'A campaign that is being sent was updated: emails that have gone out do not change.',
};
