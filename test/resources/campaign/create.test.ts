import { byId, defined, hintsOf, useEngine, warningsOf } from '../../engine/support';

const engine = useEngine();

// What is sent is a row in operations.test.ts.
describe('Campaign → Create', () => {
	it('says once that campaigns are drafts, to be sent on the site: nothing is wrong', async () => {
		const template = byId(defined(engine.sandbox.state.templates[0]).uuid);
		const parameters = { name: 'Sale', contactList: byId(engine.list().uuid), template, fromEmail: 'us@example.com' };
		const run = await engine.run('campaign.create', parameters, { input: [{}, {}] });
		expect(run.items).toHaveLength(2);
		expect(hintsOf(run)).toEqual([expect.stringMatching(/draft: finish and send it on the service's site/)]);
		expect(warningsOf(run)).toEqual([]);
	});
});
