import type { INodeProperties } from 'n8n-workflow';

/** The parameters under 'Columns', each with its field. */
// prettier-ignore
export const columnParameters = {
	email: { field: 'email', displayName: 'Email', example: 'Work Email', description: 'The column with the email address' },
	firstName: { field: 'first_name', displayName: 'First Name', example: 'Called', description: 'The column with the first name' },
	fullName: { field: 'full_name', displayName: 'Full Name', example: 'Customer', description: 'The column with the full name, which is split at its last space' },
	lastName: { field: 'last_name', displayName: 'Last Name', example: 'Family', description: 'The column with the last name' },
	optIn: { field: 'opt-in', displayName: 'Opt-In', example: 'Wants Mail', description: 'The column with the consent: a row without a yes is skipped' },
	optOut: { field: 'opt-out', displayName: 'Opt-Out', example: 'Left On', description: 'The column with the opt-out: a row with anything but a no is skipped' },
	tags: { field: 'tags', displayName: 'Tags', example: 'Groups', description: 'The column with the tags, separated by commas or as a list' },
} as const;

/**
 * The columns of the input that hold a subscriber, where their names are not among the common ones.
 * Each is a column's name, not its value as in n8n's resource mapper: n8n evaluates the mapper's expressions for each field
 * of each item, which takes minutes for 100,000 rows.
 */
export const columnsField = {
	displayName: 'Columns',
	name: 'columns',
	type: 'collection',
	placeholder: 'Add Column',
	default: {},
	description: 'Only for columns that are not recognized by names such as "E-mail", "First Name" and "Tags"',
	options: Object.entries(columnParameters).map(([name, { displayName, example, description }]): INodeProperties => {
		const placeholder = `e.g. ${example}`;
		return { displayName, name, type: 'string', default: '', requiresDataPath: 'single', placeholder, description };
	}),
} satisfies INodeProperties;

/** 'Columns' of Update, without opt-in and opt-out: it never subscribes anyone. */
export const columnsOfUpdateField: INodeProperties = {
	...columnsField,
	options: columnsField.options.filter(({ name }) => !['optIn', 'optOut'].includes(name)),
};
