import type { INodeProperties } from 'n8n-workflow';

import { booleanField, numberField } from './fields';

// prettier-ignore
export const columnParameters = {
	email: { field: 'email', displayName: 'Email', example: 'Work Email', description: 'The column with the email address' },
	firstName: { field: 'first_name', displayName: 'First Name', example: 'Given', description: 'The column with the first name' },
	fullName: { field: 'full_name', displayName: 'Full Name', example: 'Customer', description: 'The column with the full name, which is split at its comma or last space' },
	lastName: { field: 'last_name', displayName: 'Last Name', example: 'Family', description: 'The column with the last name' },
	tags: { field: 'tags', displayName: 'Tags', example: 'Interests', description: 'The column with the tags, separated by commas or as a list' },
} as const;

/**
 * Columns of the input whose names are not recognized, or of which two could be one field. Takes names, not values as
 * in n8n's resource mapper, whose expressions n8n evaluates for each field of each item: minutes for 100,000 rows.
 */
export const columnsField = {
	displayName: 'Columns',
	name: 'columns',
	type: 'collection',
	placeholder: 'Add Column',
	default: {},
	description: 'For columns that are not recognized by names such as "E-mail", or if two could be one field',
	options: Object.entries(columnParameters).map(([name, { displayName, example, description }]): INodeProperties => {
		const placeholder = `e.g. ${example}`;
		return { displayName, name, type: 'string', default: '', requiresDataPath: 'single', placeholder, description };
	}),
} satisfies INodeProperties;

/** Stands above 'Columns' in the panel. It has no value, so no operation reads it. */
export const columnsNotice: INodeProperties = {
	displayName: "Columns are found by their headers. Add others under 'Columns'.",
	name: 'columnsNotice',
	type: 'notice',
	default: '',
};

export const dryRunField = booleanField(
	'Dry Run',
	'dryRun',
	'Whether to show what would be done, without changing anything',
	{
		builderHint: {
			propertyHint: 'Set to true in a new workflow, and to false only once a person has looked at the output.',
		},
	},
);

export const batchSizeField = numberField(
	'Batch Size',
	'batchSize',
	500,
	'Maximum number of rows in one import request, also for people who are added in bulk',
	{ minValue: 1, maxValue: 1000 },
);
