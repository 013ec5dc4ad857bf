import type { INodeProperties } from 'n8n-workflow';

import { booleanField } from './fields';

/** Nothing is guessed from the columns, so there is no default. Fixed, because it decides about the whole run. */
const consentField: INodeProperties = {
	displayName: 'Consent',
	name: 'consent',
	type: 'options',
	noDataExpression: true,
	required: true,
	default: '',
	description: 'Who of the input agreed to get your emails. Leave out people who never did.',
	builderHint: {
		propertyHint:
			"Ask who agreed: never assume that everyone did. If columns say it, name them in 'optIn' and 'optOut'.",
	},
	options: [
		{ name: 'Choose...', value: '' },
		{
			name: 'Columns Say Who Agreed',
			value: 'columns',
			description: 'Rows without a yes, or with an opt-out, are skipped',
		},
		{
			name: 'Everyone in the Input Agreed',
			value: 'everyone',
			description: 'No column is read: rows with a no are subscribed, too',
		},
	],
};

/** Also hides an 'Options' that would be empty. */
export const whenConsentColumns: Pick<INodeProperties, 'displayOptions'> = {
	displayOptions: { show: { consent: ['columns'] } },
};

/** The fields of every operation that may subscribe somebody. Without `noDataExpression`, columns can be dragged in. */
export const consentFields: INodeProperties[] = [
	consentField,
	{
		displayName: 'Opt-In Columns',
		name: 'optIn',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Opt-In Column' },
		default: [''],
		requiresDataPath: 'single',
		placeholder: 'e.g. Newsletter',
		description: 'Each row needs a yes or a date in all of them. Drag the column in, or enter its name.',
		...whenConsentColumns,
	},
	{
		displayName: 'Opt-Out Columns',
		name: 'optOut',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Opt-Out Column' },
		default: [''],
		requiresDataPath: 'single',
		placeholder: 'e.g. Unsubscribed',
		description: 'A yes or a date here means no emails, as in "Unsubscribed". Drag the column in, or enter its name.',
		...whenConsentColumns,
	},
];

const underOptions: Pick<INodeProperties, 'displayOptions'> = { displayOptions: { show: { '/consent': ['columns'] } } };

export const yesAnswersField: INodeProperties = {
	displayName: 'Answers That Mean Yes',
	name: 'yesAnswers',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Answer' },
	noDataExpression: true,
	default: [],
	placeholder: 'e.g. Yes, send me news',
	description: "More texts of cells that count as a yes, whole, such as the value of a form's box",
	...underOptions,
};

export const consentMayBeMissingField = booleanField(
	'Consent Columns May Be Missing',
	'consentMayBeMissing',
	'Whether to continue if no item has one of them. Without an opt-in, rows are then skipped.',
	{ noDataExpression: true, ...underOptions },
);
