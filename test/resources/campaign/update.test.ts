import type { INodeParameters } from 'n8n-workflow';

import { json, serve } from '../../engine/serve';
import { byId, defined, hintsOf, jsonOf, useEngine, warningsOf } from '../../engine/support';

const engine = useEngine();
const simple = 'name is_sent sent opens clicks unsubs bounces contact_list created_at uuid'.split(' ');
const campaignIn = (state: string) => defined(engine.sandbox.state.campaigns.find(({ status }) => status === state));
const update = async (uuid: string, updateFields: INodeParameters, more: INodeParameters = {}, input = [{}]) =>
	await engine.run('campaign.update', { campaign: byId(uuid), updateFields, ...more }, { input });

describe('Campaign → Update', () => {
	it('outputs the simplified campaign, and the fields that were sent', async () => {
		const { uuid } = campaignIn('draft');
		const template = defined(engine.sandbox.state.templates[0]);
		const sent = { fromName: 'The team', name: 'Winter', template: byId(template.uuid) };
		const [campaign = {}] = jsonOf(await update(uuid, { ...sent, clearFields: ['replyToName'] }));
		expect(Object.keys(campaign)).toEqual([...simple, 'from_name', 'template', 'reply_to_name']);
		const shown = { uuid, name: 'Winter', from_name: 'The team', template: template.name, reply_to_name: null };
		expect(campaign).toMatchObject({ ...shown, reply_to_name: campaign.reply_to_name ?? null });
	});

	it.each<[string, RegExp]>([
		['sent', /already sent was updated/],
		['sending', /being sent was updated/],
	])('warns that the campaign is %s, once for all items', async (state, text) => {
		const run = await update(campaignIn(state).uuid, { fromName: 'Us' }, {}, [{}, {}]);
		expect(warningsOf(run)).toEqual([expect.stringMatching(text)]);
	});

	it('has no hint for a draft', async () => {
		expect(hintsOf(await update(campaignIn('draft').uuid, { fromName: 'Us' }))).toEqual([]);
	});

	it('outputs what was sent where the response lacks it', async () => {
		const served = await serve((_request, response) => json(response, { campaign: { uuid: 'c1', name: 'Sale' } }));
		const parameters = { campaign: byId('c1'), updateFields: { fromName: 'Us' } };
		const credential = { ...engine.credential, baseUrl: served.url };
		const run = await engine.run('campaign.update', parameters, { credential });
		await served.close();
		expect(jsonOf(run)).toEqual([{ name: 'Sale', uuid: 'c1', from_name: 'Us' }]);
	});
});
