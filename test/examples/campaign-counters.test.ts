import { executeFilter, type FilterValue } from 'n8n-workflow';

import campaignCounters from '../../examples/campaign-counters.json';
import { defined } from '../defined';

/** What the filter of the example keeps, its two expressions put in. */
function keeps(campaign: object, started: object): boolean {
	const { conditions } = defined(campaignCounters.nodes.find(({ name }) => name === 'The one that was sent'))
		.parameters as unknown as { conditions: FilterValue };
	const values: Record<string, unknown> = {
		'={{ $json.uuid }}': (campaign as { uuid?: string }).uuid,
		"={{ $('A campaign is sent').item.json.uuid }}": (started as { uuid?: string }).uuid,
	};
	const resolved = conditions.conditions.map((each) => ({
		...each,
		leftValue: valueOf(each.leftValue),
		rightValue: valueOf(each.rightValue),
	}));
	return executeFilter({ ...conditions, conditions: resolved });

	function valueOf(text: unknown): never {
		const value = String(text);
		if (value.startsWith('=') && !(value in values)) throw new Error(`The example has another expression: ${value}`);
		return (value in values ? values[value] : text) as never;
	}
}

describe('the counters of a campaign', () => {
	it.each<[object, object, boolean]>([
		[{ uuid: 'a' }, { uuid: 'a' }, true],
		[{ uuid: 'b' }, { uuid: 'a' }, false],
		[{ id: 1 }, { id: 2 }, false],
		[{ id: 1 }, { uuid: 'a' }, false],
		[{ uuid: 'a' }, {}, false],
	])(
		'are those of the campaign that was sent, and of none where the service gives no UUID: %j, %j',
		(campaign, started, expected) => {
			expect(keeps(campaign, started)).toBe(expected);
		},
	);
});
