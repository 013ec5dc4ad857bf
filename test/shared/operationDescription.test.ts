import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { accountDescriptions } from '../../nodes/EmailMarketing/resources/account';
import { campaignDescriptions } from '../../nodes/EmailMarketing/resources/campaign';
import { contactListDescriptions } from '../../nodes/EmailMarketing/resources/contactList';
import { domainDescriptions } from '../../nodes/EmailMarketing/resources/domain';
import { emailDescriptions } from '../../nodes/EmailMarketing/resources/email';
import { subscriberDescriptions } from '../../nodes/EmailMarketing/resources/subscriber';
import { templateDescriptions } from '../../nodes/EmailMarketing/resources/template';
import { mergeDescriptions, type OperationDescription } from '../../nodes/EmailMarketing/shared/operationDescription';

const text = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({ displayName: name, name, type: 'string', default: '', ...more });
const collection = (...options: INodeProperties[]): INodeProperties => ({ displayName: 'Options', name: 'options', type: 'collection', default: {}, options });

/** The parameters as n8n keeps them while an operation is chosen. */
function chosen(key: string, more: INodeParameters = {}): INodeParameters {
	const [resource = '', operation = ''] = key.split('.');
	return { resource, operation, ...more };
}

/** The names that n8n shows for an operation, in the panel and in the collections of it. */
function shown(properties: INodeProperties[], key: string, more: INodeParameters = {}): string[] {
	const values = chosen(key, more);
	const visible = (property: INodeProperties, own: INodeParameters) => NodeHelpers.displayParameter(own, property, null, null, values);
	return properties
		.filter((property) => visible(property, values))
		.flatMap((property) => [property.name, ...inside(property).filter((option) => visible(option, {})).map((option) => `${property.name}.${option.name}`)])
		.sort();
}

/** The names that an operation declares. */
function declared({ properties }: OperationDescription): string[] {
	return properties.flatMap((property) => [property.name, ...inside(property).map((option) => `${property.name}.${option.name}`)]).sort();
}

function inside({ type, options = [] }: INodeProperties): INodeProperties[] {
	return type === 'collection' ? (options as INodeProperties[]) : [];
}

describe('mergeDescriptions', () => {
	it('makes one property of those that are the same', () => {
		const merged = mergeDescriptions([{ key: 'campaign.create', properties: [text('name')] }, { key: 'domain.create', properties: [text('name')] }, { key: 'account.get', properties: [] }]);
		expect(merged.map(({ name }) => name)).toEqual(['name']);
		expect(merged[0]?.displayOptions).toEqual({ show: { resource: ['campaign', 'domain'], operation: ['create'] } });
	});

	it('sets no condition on what every operation has', () => {
		const merged = mergeDescriptions([{ key: 'campaign.create', properties: [text('name')] }, { key: 'domain.delete', properties: [text('name')] }]);
		expect(merged).toEqual([text('name')]);
	});

	it('keeps properties apart that have the same name and differ', () => {
		const merged = mergeDescriptions([{ key: 'campaign.create', properties: [text('name')] }, { key: 'campaign.update', properties: [text('name', { required: true })] }]);
		expect(merged).toHaveLength(2);
	});

	it('splits a group that could not be shown for exactly its operations', () => {
		const descriptions: OperationDescription[] = [
			{ key: 'campaign.create', properties: [text('name')] },
			{ key: 'campaign.delete', properties: [] },
			{ key: 'domain.create', properties: [] },
			{ key: 'domain.delete', properties: [text('name')] },
		];
		const merged = mergeDescriptions(descriptions);
		expect(descriptions.map(({ key }) => [key, shown(merged, key)])).toEqual([['campaign.create', ['name']], ['campaign.delete', []], ['domain.create', []], ['domain.delete', ['name']]]);
	});

	it('makes one collection of those of one name, and shows in it what each operation declared', () => {
		const merged = mergeDescriptions([
			{ key: 'campaign.create', properties: [collection(text('common'), text('mine'))] },
			{ key: 'domain.create', properties: [collection(text('common'))] },
			{ key: 'account.get', properties: [] },
		]);
		expect(merged).toHaveLength(1);
		expect(inside(merged[0] as INodeProperties)).toEqual([text('common'), text('mine', { displayOptions: { show: { '/resource': ['campaign'], '/operation': ['create'] } } })]);
		expect(shown(merged, 'domain.create')).toEqual(['options', 'options.common']);
		expect(shown(merged, 'account.get')).toEqual([]);
	});

	it('keeps the conditions that a property has of its own', () => {
		const own = { show: { returnAll: [false] }, hide: { dataMode: ['auto'] } };
		const [merged] = mergeDescriptions([{ key: 'campaign.getAll', properties: [text('limit', { displayOptions: own })] }, { key: 'account.get', properties: [] }]);
		expect(merged?.displayOptions).toEqual({ show: { resource: ['campaign'], operation: ['getAll'], returnAll: [false] }, hide: { dataMode: ['auto'] } });
	});

	it('lists the options of a collection by the alphabet', () => {
		const [merged] = mergeDescriptions([{ key: 'campaign.create', properties: [collection(text('b'), text('C'))] }, { key: 'domain.create', properties: [collection(text('a'))] }]);
		expect(inside(merged as INodeProperties).map(({ name }) => name)).toEqual(['a', 'b', 'C']);
	});

	it('leaves what it was given as it was', () => {
		const properties = [collection(text('mine')), text('name')];
		const before = structuredClone(properties);
		mergeDescriptions([{ key: 'campaign.create', properties }, { key: 'account.get', properties: [] }]);
		expect(properties).toEqual(before);
	});
});

describe('the properties of the node', () => {
	const descriptions = [
		...accountDescriptions, ...campaignDescriptions, ...contactListDescriptions, ...domainDescriptions, ...emailDescriptions, ...subscriberDescriptions, ...templateDescriptions,
	];
	const merged = mergeDescriptions(descriptions);
	const settings = { returnAll: false, dataMode: 'defineBelow' };

	it.each(descriptions.map((description) => [description.key, description] as const))('show for %s exactly what it declares', (key, description) => {
		expect(shown(merged, key, settings)).toEqual(declared(description));
	});

	it('are fewer than those declared, and have one collection of each kind', () => {
		expect(merged.length).toBeLessThan(descriptions.flatMap(({ properties }) => properties).length / 2);
		expect(merged.filter(({ name }) => name === 'options')).toHaveLength(1);
	});
});
