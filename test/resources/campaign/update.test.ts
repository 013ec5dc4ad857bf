import { byId, defined, useEngine, errorText } from '../../engine/support';

const engine = useEngine();
const aCampaign = () => defined(engine.sandbox.state.campaigns[0]);

describe('Campaign → Update', () => {
	it('sends exactly the documented fields that were set, and gives the campaign', async () => {
		const { uuid } = aCampaign();
		const list = defined(engine.sandbox.state.contactLists[1]);
		const template = defined(engine.sandbox.state.templates[2]);
		const run = await engine.run('campaign.update', {
			campaign: byId(uuid),
			updateFields: {
				name: 'Spring offer',
				contactList: byId(list.uuid),
				template: byId(template.uuid),
				fromEmail: 'news@example.com',
				fromName: 'News',
				replyToEmail: 'hello@example.com',
				replyToName: 'Hello',
			},
		});

		expect(run.error).toBeUndefined();
		const [request] = engine.sandbox.requests();
		expect(request).toMatchObject({
			method: 'PUT',
			path: `/v1/campaigns/${uuid}`,
			query: '',
			authorization: 'valid',
			status: 200,
		});
		expect(request?.headers['content-type']).toBe('application/json');
		expect(request?.body).toEqual({
			name: 'Spring offer',
			contact_list: list.uuid,
			template: template.uuid,
			from_email: 'news@example.com',
			from_name: 'News',
			reply_to_email: 'hello@example.com',
			reply_to_name: 'Hello',
		});
		expect(run.items).toHaveLength(1);
		expect(run.items[0]).toMatchObject({
			json: {
				uuid,
				name: 'Spring offer',
				contact_list: list.name,
			},
			pairedItem: { item: 0 },
		});
	});

	it('leaves out the fields that were added and left empty', async () => {
		await engine.run('campaign.update', {
			campaign: byId(aCampaign().uuid),
			updateFields: { name: 'Only this', fromName: '', contactList: byId('') },
		});
		expect(engine.sandbox.requests()[0]?.body).toEqual({ name: 'Only this' });
	});

	it('sends nothing when no field is set, and says so', async () => {
		const run = await engine.run('campaign.update', { campaign: byId(aCampaign().uuid), updateFields: { name: '' } });
		expect(run.error?.message).toBe('There is nothing to update');
		expect(run.error?.description).toContain("'Update Fields'");
		expect(run.error?.description).not.toContain("'Data Mode'");
		expect(engine.sandbox.requests()).toHaveLength(0);
	});

	it('empties what is chosen, and leaves the rest', async () => {
		const campaign = Object.assign(aCampaign(), {
			fromName: 'News',
			replyToEmail: 'hello@example.com',
			replyToName: 'Hello',
		});
		const run = await engine.run('campaign.update', {
			campaign: byId(campaign.uuid),
			updateFields: { name: 'Spring', clearFields: ['replyToEmail', 'replyToName', 'template', 'contactList'] },
			simplify: false,
		});
		expect(run.error).toBeUndefined();
		expect(engine.sandbox.requests()[0]?.body).toEqual({
			name: 'Spring',
			reply_to_email: null,
			reply_to_name: '',
			template: null,
			contact_list: null,
		});
		expect(run.items[0]?.json).toMatchObject({
			name: 'Spring',
			from_name: 'News',
			reply_to_email: null,
			reply_to_name: null,
			template: null,
			contact_list: null,
		});
	});

	it('refuses a field that is both set and cleared, before anything is sent', async () => {
		const template = byId(defined(engine.sandbox.state.templates[0]).uuid);
		const run = await engine.run('campaign.update', {
			campaign: byId(aCampaign().uuid),
			updateFields: { template, clearFields: ['template'] },
		});
		expect(run.error?.message).toBe("'Template' has a value and is chosen in 'Clear Fields' too");
		expect(engine.sandbox.requests()).toHaveLength(0);
	});

	it.each(['={{ $json.missing }}', '   ', '.', '..'])(
		'sends nothing when the campaign is "%s", and names the parameter',
		async (campaign) => {
			const run = await engine.run('campaign.update', { campaign: byId(campaign), updateFields: { name: 'x' } });
			expect(run.error?.message).toContain("'Campaign'");
			expect(engine.sandbox.requests()).toHaveLength(0);
		},
	);

	it('keeps an ID with slashes, dots and percent signs in one segment of the path', async () => {
		const run = await engine.run('campaign.update', {
			campaign: byId('../v1/account?x=%2F#a b'),
			updateFields: { name: 'x' },
		});
		expect(engine.sandbox.requests()[0]?.path).toBe('/v1/campaigns/..%2Fv1%2Faccount%3Fx%3D%252F%23a%20b');
		expect(run.error?.message).toBe('The campaign was not found');
		expect(errorText(run)).toContain("'Campaign'");
	});

	it("shows the service's own words for each field that it refused, under the names of this node", async () => {
		const run = await engine.run('campaign.update', {
			campaign: byId(aCampaign().uuid),
			updateFields: { fromEmail: 'nobody', replyToEmail: 'nobody' },
		});
		expect(run.error?.httpCode).toBe('422');
		expect(run.error?.message).toBe("The service did not accept 'From Email', 'Reply To Email'");
		expect(errorText(run)).toMatch(/From Email "nobody": .*email/i);
	});

	it('names the contact list that the service does not know', async () => {
		const run = await engine.run('campaign.update', {
			campaign: byId(aCampaign().uuid),
			updateFields: { contactList: byId('unknown') },
		});
		expect(run.error?.message).toBe("The service did not accept 'Contact List'");
		expect(run.error?.description).toContain('Contact List "unknown": ');
	});
});
