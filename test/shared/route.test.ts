import { endpoints, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { route } from '../../nodes/EmailMarketing/shared/route';
import { runDelete } from '../../nodes/EmailMarketing/transport/runOperation';

describe('route', () => {
	it.each(Object.keys(endpoints) as EndpointKey[])('takes method and path of %s from the catalogue', (key) => {
		expect(route(key).request).toEqual({ method: endpoints[key].method, url: endpoints[key].path });
	});

	it("leaves an operation to the node's own runner unless one is named", () => {
		expect(route('campaign.update')).not.toHaveProperty('operations');
		expect(route('campaign.delete', { run: runDelete }).operations).toEqual({ pagination: runDelete });
	});

	it('hands on what makes items of the answer, in order', () => {
		const first = async () => [];
		const second = async () => [];
		expect(route('campaign.update', { receive: [first, second] }).output?.postReceive).toEqual([first, second]);
	});
});
