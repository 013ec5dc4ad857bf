import type { INodeProperties } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';

/** A resource, chosen from a list or by ID. The dropdown of 'Contact List' is `searchContactLists`. */
function locator(displayName: string, name: string, description: string): INodeProperties {
	const resource = displayName.replace(' ', '');
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
				typeOptions: { searchListMethod: `search${resource}s`, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 4f7f1c9e-2c37-4d0c-9d5a-0a3d6f8b1c21' },
		],
	};
}

/** The same, or chosen by name. */
function orByName(field: INodeProperties, example: string): INodeProperties {
	const { modes = [] } = field;
	return {
		...field,
		modes: [
			...modes.slice(0, 1),
			{ displayName: 'By Name', name: 'name', type: 'string', placeholder: `e.g. ${example}` },
			...modes.slice(1),
		],
	};
}

/** The lists in which resources are found by name: parameter → endpoint. The names of others repeat, or are few. */
export const listsOfNames = {
	contactList: 'contactList.getAll',
	template: 'template.getAll',
} as const satisfies Record<string, EndpointKey>;

export const campaignLocator = locator('Campaign', 'campaign', 'The campaign to work on');
/** For the trigger: a name would cost requests at each poll. */
export const contactListById = locator('Contact List', 'contactList', 'The contact list that holds the subscribers');
export const contactListLocator = orByName(contactListById, 'Newsletter');
export const domainLocator = locator('Domain', 'domain', 'The sending domain to work on');
export const templateLocator = orByName(locator('Template', 'template', 'The template to work on'), 'Welcome');

const subscriberById = locator('Subscriber', 'subscriber', 'The subscriber, by email, from the list, or by ID');

export const subscriberLocator: INodeProperties = {
	...subscriberById,
	default: { mode: 'email', value: '' },
	modes: [
		{ displayName: 'By Email', name: 'email', type: 'string', placeholder: 'e.g. nathan@example.com' },
		...(subscriberById.modes ?? []),
	],
};

/** A locator whose value is sent in the body as `property`, not in the path. */
export function inBody(locatorField: INodeProperties, property: string, description: string): INodeProperties {
	return { ...locatorField, required: false, description, routing: { send: { type: 'body', property } } };
}

export const campaignContactList = inBody(
	contactListLocator,
	'contact_list',
	'The contact list that the campaign is sent to',
);
export const campaignTemplate = inBody(templateLocator, 'template', 'Template used by the campaign');
