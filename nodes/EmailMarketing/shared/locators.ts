import type { INodeProperties } from 'n8n-workflow';

/** A parameter that names something of the account: chosen from the account's own list, or by ID. */
function locator(displayName: string, name: string, searchListMethod: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${displayName.toLowerCase()}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 4f7f1c9e-2c37-4d0c-9d5a-0a3d6f8b1c21',
			},
		],
	};
}

export const campaignLocator = locator('Campaign', 'campaign', 'searchCampaigns', 'The campaign to work on');
export const contactListLocator = locator(
	'Contact List',
	'contactList',
	'searchContactLists',
	'The contact list that holds the subscribers',
);
export const domainLocator = locator('Domain', 'domain', 'searchDomains', 'The sending domain to work on');
export const templateLocator = locator('Template', 'template', 'searchTemplates', 'The template to work on');

const subscriberById = locator(
	'Subscriber',
	'subscriber',
	'searchSubscribers',
	'The subscriber to work on. An email is looked up in the contact list.',
);

export const subscriberLocator: INodeProperties = {
	...subscriberById,
	default: { mode: 'email', value: '' },
	modes: [
		{
			displayName: 'By Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. nathan@example.com',
		},
		...(subscriberById.modes ?? []),
	],
};

/** The contact list of a campaign: part of the campaign, not of the path. */
export const campaignContactList: INodeProperties = {
	...contactListLocator,
	required: false,
	description: 'The contact list that the campaign is sent to',
	routing: { send: { type: 'body', property: 'contact_list' } },
};

/** The template of a campaign: part of the campaign, not of the path. */
export const campaignTemplate: INodeProperties = {
	...templateLocator,
	required: false,
	description: 'The template that the campaign is made from',
	routing: { send: { type: 'body', property: 'template' } },
};
