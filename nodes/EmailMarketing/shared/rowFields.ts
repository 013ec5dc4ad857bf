import type { INodeProperties } from 'n8n-workflow';

/** A column of the input, by its name: dragged from the input panel, it is its path. */
function column(displayName: string, name: string, example: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		requiresDataPath: 'single',
		placeholder: `e.g. ${example}`,
		description,
	};
}

/**
 * Which columns of the input hold a subscriber, where their names are not among the common ones.
 * They are names and no values, as n8n's resource mapper would have: its expressions are worked out for each field of each item, which for 100,000 rows takes minutes.
 */
export const columnsField = {
	displayName: 'Columns',
	name: 'columns',
	type: 'collection',
	placeholder: 'Add Column',
	default: {},
	description: 'Only for columns that are not found by names such as "E-mail", "First Name" and "Tags"',
	options: [
		column('Email', 'email', 'Work Email', 'The column with the email address'),
		column('First Name', 'firstName', 'Called', 'The column with the first name'),
		column('Full Name', 'fullName', 'Customer', 'The column with the full name, which is split at its last space'),
		column('Last Name', 'lastName', 'Family', 'The column with the last name'),
		column('Opt-In', 'optIn', 'Wants Mail', 'The column with the consent: a row without a yes is skipped'),
		column('Opt-Out', 'optOut', 'Left On', 'The column with the opt-out: a row with anything but a no is skipped'),
		column('Tags', 'tags', 'Groups', 'The column with the tags, separated by commas or as a list'),
	],
} satisfies INodeProperties;

/** The same for Update, which subscribes nobody, so it does not ask who is subscribed. */
export const columnsOfUpdateField: INodeProperties = {
	...columnsField,
	options: columnsField.options.filter(({ name }) => !['optIn', 'optOut'].includes(name)),
};
