import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { simplifySubscriber } from '../../api/response';
import { parseSubscriber, parseTime, subscriberFields } from '../../api/subscriber';
import type { ItemInput, Run } from '../../execution/Operation';
import { fetchList, simplified } from '../../execution/standard';
import { choiceField } from '../../panel/fields';
import { getManyFields, simplifyField } from '../../panel/getMany';
import { contactListLocator } from '../../panel/locators';
import { parseTags } from '../../panel/requestBody';
import { ParameterError } from '../../shared/UserFacingError';
import { fieldsOf, isEmpty } from '../../shared/values';
import { tagsOption } from './tag';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Filters the list after reading it',
	options: [
		{
			displayName: 'Inactive Since',
			name: 'inactiveSince',
			type: 'dateTime',
			default: '',
			description: 'Only subscribers who have not opened or clicked an email since then',
		},
		choiceField('Status', 'status', 'subscribed', 'Only subscribers with this subscription status', [
			['All', 'all'],
			['Subscribed', 'subscribed'],
			['Unsubscribed', 'unsubscribed'],
		]),
		tagsOption('Tags', 'tags', 'Only subscribers with one of these tags, separated by commas, or a list'),
	],
};

export const description = [contactListLocator, ...getManyFields, filters, simplifyField];

export function parseSettings(settings: ItemInput['settings']): ItemInput['settings'] {
	return { ...settings, filters: parseSubscriberFilter(settings.filters) };
}

/** 'Limit' counts matching subscribers, and reading ends once enough are found. */
export async function execute(input: ItemInput, run: Run): Promise<IDataObject[]> {
	const filter = input.settings.filters as Filter | undefined;
	const subscribers = await fetchList(input, run, filter);
	if (subscribers.length === 0 && filter !== undefined)
		run.hints.add("No subscriber of the list passes the 'Filters'.", 'info');
	return simplified(subscribers, input.settings, simplifySubscriber);
}

type Filter = (subscriber: unknown) => boolean;

/**
 * The filter for `{status?: 'all' | 'subscribed' | 'unsubscribed', tags?, inactiveSince?}`; `undefined` if all match.
 * Subscribers match with the status, at least one of the tags in any case, and no open or click since the time.
 * @throws ParameterError if the tags or the time cannot be read
 */
export function parseSubscriberFilter(filters: unknown): Filter | undefined {
	const { status = 'all', tags, inactiveSince } = fieldsOf(filters);
	const wantedTags = new Set(parseTags(tags).map((tag) => tag.toLowerCase()));
	const tests: Filter[] = [];
	const isWanted = (tag: string): boolean => wantedTags.has(tag.toLowerCase());
	if (wantedTags.size > 0) tests.push((subscriber) => parseSubscriber(subscriber).tags?.some(isWanted) === true);
	if (status !== 'all')
		tests.push((subscriber) => parseSubscriber(subscriber).isSubscribed === (status === 'subscribed'));
	if (!isEmpty(inactiveSince)) {
		const sinceMs = parseTime(inactiveSince instanceof Date ? inactiveSince.toISOString() : inactiveSince);
		const advice = "Choose a date in 'Inactive Since', or return one from the expression.";
		if (sinceMs === 0) throw new ParameterError("'Inactive Since' is not a date", advice);
		// The times are documented; subscribers who never opened or clicked have none.
		const times = (one: unknown): unknown[] => [subscriberFields(one).last_opened, subscriberFields(one).last_clicked];
		tests.push((subscriber) => times(subscriber).every((time) => parseTime(time) < sinceMs));
	}
	return tests.length === 0 ? undefined : (subscriber) => tests.every((fits) => fits(subscriber));
}
