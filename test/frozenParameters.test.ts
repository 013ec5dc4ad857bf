import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { EmailMarketingApi } from '../credentials/EmailMarketingApi.credentials';
import { EmailMarketing } from '../nodes/EmailMarketing/EmailMarketing.node.ts';
import { EmailMarketingTrigger } from '../nodes/EmailMarketingTrigger/EmailMarketingTrigger.node.ts';

/** Each parameter with its type and default, and each value that it can have. */
const frozen = readFileSync(join(__dirname, 'frozenParameters.txt'), 'utf8').trimEnd().split('\n');

function linesOf(place: string, properties: readonly INodeProperties[]): string[] {
	return properties.flatMap(({ name, type, default: byDefault, options = [], modes = [], displayOptions }) => {
		const { resource = [], operation = [] } = displayOptions?.show ?? {};
		const own = [place, [...resource, ...operation].map(String).join('.'), name]
			.filter((part) => part !== '')
			.join(' ');
		const inner = type === 'collection' ? linesOf(own, options as INodeProperties[]) : [];
		const isMenu = ['options', 'multiOptions'].includes(type);
		const values = isMenu
			? (options as INodePropertyOptions[]).map(({ value }) => value)
			: modes.map((mode) => mode.name);
		const choices = values.map((value) => `${own} can be ${String(value)}`);
		return [`${own}: ${type} = ${JSON.stringify(byDefault)}`, ...choices, ...inner];
	});
}

const now = [
	...linesOf('credential', new EmailMarketingApi().properties),
	...linesOf('node', new EmailMarketing().description.properties),
	...linesOf('trigger', new EmailMarketingTrigger().description.properties),
].filter((line) => !/: notice = /.test(line));

describe('the names, values and defaults that saved workflows hold', () => {
	it('are all still there: a workflow that was saved with another one loses its value in silence', () => {
		expect(frozen.filter((line) => !now.includes(line))).toEqual([]);
	});

	it('are all in frozenParameters.txt: add the line of a new parameter, and never change one', () => {
		expect(now.filter((line) => !frozen.includes(line))).toEqual([]);
	});
});
