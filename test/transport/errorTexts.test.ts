import { endpoints, type Endpoint, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { waysToVerify } from '../../nodes/EmailMarketing/transport/errorTexts';

it('there is a way to verify whatever must not happen twice, and nothing else', () => {
	const catalogue: Array<[string, Endpoint]> = Object.entries(endpoints);
	for (const [key, { idempotent }] of catalogue) {
		const way = waysToVerify[key as EndpointKey] ?? '';
		expect([key, /^(Look|Read|Check) .*('Get Many'|'Get'|shows as sent)/.test(way)]).toEqual([key, !idempotent]);
	}
});
