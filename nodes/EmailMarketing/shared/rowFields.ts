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
	description: 'Only for columns with unusual names: "E-mail", "First Name", "Labels" and their like are found',
	options: [
		column('Email', 'email', 'Work Email', 'The name of the column that holds the email address'),
		column('First Name', 'firstName', 'Called', 'The name of the column that holds the first name'),
		column(
			'Full Name',
			'fullName',
			'Customer',
			'The name of the column with the whole name, which is parted into first and last name',
		),
		column('Last Name', 'lastName', 'Family', 'The name of the column that holds the last name'),
		column(
			'Subscribed',
			'subscribed',
			'Wants Mail',
			'The name of the column that says who wants mail; a no skips the row',
		),
		column('Tags', 'tags', 'Groups', 'The name of the column that holds the tags, by commas or as a list'),
		column(
			'Unsubscribed',
			'unsubscribed',
			'Left On',
			'The name of the column that says who has left; a yes or a date skips the row',
		),
	],
} satisfies INodeProperties;

/** The same for Update, which subscribes nobody, so it does not ask who is subscribed. */
export const columnsOfUpdateField: INodeProperties = {
	...columnsField,
	options: columnsField.options.filter(({ name }) => !['subscribed', 'unsubscribed'].includes(name)),
};

export const includeUnsubscribedField: INodeProperties = {
	displayName: 'Include Unsubscribed',
	name: 'includeUnsubscribed',
	type: 'boolean',
	default: false,
	description: 'Whether to take also those who are not subscribed, by their row or by a list that is read first',
};

export const tagsModeField: INodeProperties = {
	displayName: 'Tags Mode',
	name: 'tagsMode',
	type: 'options',
	options: [
		{ name: 'Add', value: 'add', description: 'Keep the tags that are there, and add these' },
		{ name: 'Remove', value: 'remove', description: 'Take these tags away, and keep the others' },
		{ name: 'Replace', value: 'replace', description: 'Set exactly these tags: all others are taken away' },
	],
	default: 'replace',
	description: 'What happens to the tags that a subscriber has already',
};

export const chunkSizeField: INodeProperties = {
	displayName: 'Chunk Size',
	name: 'chunkSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10000 },
	default: 500,
	description: 'How many rows travel in one request at most; one that is too large is split',
};

export const readListFirstField: INodeProperties = {
	displayName: 'Read List First',
	name: 'readListFirst',
	type: 'boolean',
	default: false,
	description: 'Whether to read the list first and skip its unsubscribed: an import might subscribe them again',
};
