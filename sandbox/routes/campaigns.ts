import type { components } from '../../contract/types';
import { rejected, type FieldErrors } from '../http-error';
import { findCampaign, remove } from '../store/find';
import { noCounters, taken, type Campaign } from '../store/records';
import type { Store } from '../store/store';
import { campaignToJson } from '../to-json';
import type { Routes } from './route';

type CampaignFields = components['schemas']['CreateOrUpdateCampaignRequest'];

export const campaignRoutes: Routes<'campaign'> = {
	'campaign.getAll': (_call, { store }) => ({
		data: store.campaigns.map((campaign) => campaignToJson(campaign, store)),
	}),

	'campaign.create': ({ request }, { store, faker, now }) => {
		const campaign: Campaign = {
			uuid: faker.string.uuid(),
			name: request.requestBody.name,
			fromName: null,
			fromEmail: null,
			replyToEmail: null,
			replyToName: null,
			contactListUuid: null,
			templateUuid: null,
			status: 'draft',
			sendingSince: null,
			...noCounters,
			createdAt: now(),
		};
		change(campaign, request.requestBody, store);
		store.campaigns.push(campaign);
		return { message: 'Campaign created.', campaign: campaignToJson(campaign, store) };
	},

	'campaign.update': ({ request }, { store }) => {
		const campaign = findCampaign(store, request.params);
		change(campaign, request.requestBody, store);
		return { message: 'Campaign updated.', campaign: campaignToJson(campaign, store) };
	},

	'campaign.delete': ({ request }, { store }) => {
		remove(store.campaigns, findCampaign(store, request.params));
		return { message: 'Campaign deleted.' };
	},
};

/** Sets the fields that were sent, empty ones too. Throws a 422 before any change where a resource is unknown. */
function change(campaign: Campaign, fields: CampaignFields, { contactLists, templates }: Store): void {
	const errors: FieldErrors = {};
	if (isUnknown(fields.contact_list, contactLists)) errors.contact_list = ['The selected contact list is invalid.'];
	if (isUnknown(fields.template, templates)) errors.template = ['The selected template is invalid.'];
	if (Object.keys(errors).length > 0) throw rejected(errors);
	campaign.name = fields.name ?? campaign.name;
	campaign.contactListUuid = taken(fields.contact_list, campaign.contactListUuid);
	campaign.templateUuid = taken(fields.template, campaign.templateUuid);
	campaign.fromEmail = taken(fields.from_email, campaign.fromEmail);
	campaign.fromName = taken(fields.from_name, campaign.fromName);
	campaign.replyToEmail = taken(fields.reply_to_email, campaign.replyToEmail);
	campaign.replyToName = taken(fields.reply_to_name, campaign.replyToName);
}

function isUnknown(uuid: string | null | undefined, things: ReadonlyArray<{ uuid: string }>): boolean {
	return typeof uuid === 'string' && !things.some((thing) => thing.uuid === uuid);
}
