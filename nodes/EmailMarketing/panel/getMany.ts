import { booleanField, numberField } from './fields';

const limitField = numberField('Limit', 'limit', 50, 'Max number of results to return', { minValue: 1 });

/** How many results Get Many returns. */
export const getManyFields = [
	booleanField('Return All', 'returnAll', 'Whether to return all results or only up to a given limit'),
	{ ...limitField, displayOptions: { show: { returnAll: [false] } } },
];

export const simplifyField = booleanField(
	'Simplify',
	'simplify',
	'Whether to return a simplified version of the response instead of the raw data',
	{ default: true },
);
