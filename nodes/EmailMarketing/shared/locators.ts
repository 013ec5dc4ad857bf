import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/** The two ways to choose anything: from the account's own list, or by ID. */
function listOrId(searchListMethod: string, thing: string): { modes: INodePropertyMode[] } {
	return {
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${thing}...`,
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

const nothingChosen = { mode: 'list', value: '' };

export const campaignLocator: INodeProperties = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'resourceLocator',
	default: nothingChosen,
	required: true,
	description: 'The campaign to work on',
	...listOrId('searchCampaigns', 'campaign'),
};

export const contactListLocator: INodeProperties = {
	displayName: 'Contact List',
	name: 'contactList',
	type: 'resourceLocator',
	default: nothingChosen,
	required: true,
	description: 'The contact list that holds the subscribers',
	...listOrId('searchContactLists', 'contact list'),
};

export const domainLocator: INodeProperties = {
	displayName: 'Domain',
	name: 'domain',
	type: 'resourceLocator',
	default: nothingChosen,
	required: true,
	description: 'The sending domain to work on',
	...listOrId('searchDomains', 'domain'),
};

export const subscriberLocator: INodeProperties = {
	displayName: 'Subscriber',
	name: 'subscriber',
	type: 'resourceLocator',
	default: nothingChosen,
	required: true,
	description: 'The subscriber to work on. An email is looked up in the contact list.',
	modes: [
		...listOrId('searchSubscribers', 'subscriber').modes,
		{
			displayName: 'By Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. nathan@example.com',
		},
	],
};

export const templateLocator: INodeProperties = {
	displayName: 'Template',
	name: 'template',
	type: 'resourceLocator',
	default: nothingChosen,
	required: true,
	description: 'The template to work on',
	...listOrId('searchTemplates', 'template'),
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
