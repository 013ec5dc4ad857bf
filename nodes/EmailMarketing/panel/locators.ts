import type { INodeProperties } from 'n8n-workflow';

/** A resource, chosen from a list or by ID: 'Contact List' is `contactList`, with the dropdown `searchContactLists`. */
function locator(displayName: string, description: string): INodeProperties {
	const resource = displayName.replace(' ', '');
	return {
		displayName,
		name: resource.charAt(0).toLowerCase() + resource.slice(1),
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

export const campaignLocator = locator('Campaign', 'The campaign to work on');
export const contactListLocator = locator('Contact List', 'The contact list that holds the subscribers');
export const domainLocator = locator('Domain', 'The sending domain to work on');
export const templateLocator = locator('Template', 'The template to work on');

const subscriberById = locator('Subscriber', 'The subscriber, by email, from the list, or by ID');

export const subscriberLocator: INodeProperties = {
	...subscriberById,
	default: { mode: 'email', value: '' },
	modes: [
		{ displayName: 'By Email', name: 'email', type: 'string', placeholder: 'e.g. nathan@example.com' },
		...(subscriberById.modes ?? []),
	],
};

/** A locator whose value is sent in the body, not in the path: `contactList` as `contact_list`. */
export function inBody(locatorField: INodeProperties, description: string): INodeProperties {
	const property = locatorField.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	return { ...locatorField, required: false, description, routing: { send: { type: 'body', property } } };
}

export const campaignContactList = inBody(contactListLocator, 'The contact list that the campaign is sent to');
export const campaignTemplate = inBody(templateLocator, 'Template used by the campaign');
