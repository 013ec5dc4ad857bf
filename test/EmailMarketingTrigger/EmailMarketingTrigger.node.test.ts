import { NodeHelpers, Workflow, type INodeParameters, type INodeType } from 'n8n-workflow';

import { EmailMarketingTrigger } from '../../nodes/EmailMarketingTrigger/EmailMarketingTrigger.node';

const trigger: INodeType = new EmailMarketingTrigger();

const nodeWith = (parameters: INodeParameters) => ({
	id: 't',
	name: 'T',
	type: 'emailMarketingTrigger',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters,
});

/** What stands below the node's name, worked out as the editor does it. */
function subtitleOf(parameters: INodeParameters): unknown {
	const node = nodeWith(parameters);
	const byName = (): INodeType => trigger;
	const workflow = new Workflow({
		id: 'w',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) },
	});
	return workflow.expression.getSimpleParameterValue(node, trigger.description.subtitle, 'internal', {});
}

describe('the line below the name of the trigger', () => {
	it.each<[string, INodeParameters[string], string]>([
		['one event', ['subscriberAdded'], 'Subscriber Added'],
		['two events', ['subscriberUnsubscribed', 'campaignSent'], 'Subscriber Unsubscribed, Campaign Sent'],
		['a text, from an expression', "={{ 'subscriberAdded' }}", 'Subscriber Added'],
		['nothing', '={{ undefined }}', ''],
		['no event', [], ''],
	])('says the events as the menu calls them: %s', (_, events, line) => {
		expect(subtitleOf({ events })).toBe(line);
	});

	it("says the panel's default where nothing was chosen yet", () => {
		expect(subtitleOf({})).toBe('Subscriber Added');
	});
});

describe('the panel of the trigger', () => {
	it.each<[string[], boolean]>([
		[['subscriberAdded'], true],
		[['campaignSent', 'subscriberUnsubscribed'], true],
		[['campaignCreated', 'campaignSent'], false],
	])('asks for a contact list where subscribers are watched, and only there: %j', (events, isAsked) => {
		const { description } = trigger;
		const shown = description.properties.filter((property) =>
			NodeHelpers.displayParameter({ events }, property, nodeWith({ events }), description),
		);
		expect(shown.some(({ name }) => name === 'contactList')).toBe(isAsked);
	});
});
