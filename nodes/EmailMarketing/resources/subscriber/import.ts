import type { RowInput, Run } from '../../execution/Operation';
import { optionsOf } from '../../execution/settings';
import { additionalFields, optionsField } from '../../panel/collections';
import { consentFields, consentMayBeMissingField, yesAnswersField } from '../../panel/consentFields';
import { booleanField, choiceField, extraFieldsField } from '../../panel/fields';
import { contactListLocator } from '../../panel/locators';
import { batchSizeField, columnsField, dryRunField } from '../../panel/rowFields';
import { listRunsOf, runLists } from './bulk/runLists';
import type { ListJob } from './bulk/listRules';
import { maxNameChangeField } from './bulk/limits';
import { includeDetailsField, includeInputField, outputField } from './bulk/rowOutput';

// prettier-ignore
const knownPeople = choiceField('Known People', 'knownPeople', 'update', 'How people who are in the list and differ are updated', [
	['Include in Import', 'import', 'Faster, but its effect on tags and subscription is not documented'],
	['Update One by One', 'update', 'Names are updated and tags added, by one request for each person'],
]);

const skipUnsubscribed = booleanField(
	'Skip Unsubscribed People',
	'skipUnsubscribed',
	'Whether to read the list first and skip unsubscribed people. If off, they may be resubscribed.',
	{ default: true },
);

const options = [
	includeDetailsField,
	yesAnswersField,
	batchSizeField,
	consentMayBeMissingField,
	includeInputField,
	knownPeople,
	outputField,
	maxNameChangeField,
	skipUnsubscribed,
];

export const description = [
	contactListLocator,
	...consentFields,
	columnsField,
	dryRunField,
	additionalFields([extraFieldsField]),
	optionsField(...options),
];

export { createDefinition as rows } from './create';

/** A sync that keeps those who are not in the input, adds tags, and leaves unsubscribed people alone. */
const job: ListJob = {
	title: 'Import',
	settings: [dryRunField, ...options],
	rulesOf: (settings) => {
		const { knownPeople: known, skipUnsubscribed: skips, batchSize, maxNameChangePercent = 20 } = optionsOf(settings);
		return {
			removal: 'keep',
			maxRemovalPercent: 100,
			maxNameChangePercent: maxNameChangePercent as number,
			tags: 'add',
			isWholeList: false,
			isInBulk: true,
			batchSize: batchSize as number | undefined,
			skipsUnsubscribed: true,
			includesKnown: known === 'import',
			isAsGiven: skips === false,
			isDryRun: settings.dryRun === true,
		};
	},
};

export async function executeRows(rows: readonly RowInput[], run: Run): Promise<void> {
	await runLists(await listRunsOf(job, rows, run), run);
}
