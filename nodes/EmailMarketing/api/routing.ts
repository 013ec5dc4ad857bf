import type { INodePropertyRouting } from 'n8n-workflow';

import { endpoints, type EndpointKey } from './endpoints';

/** The request of a menu row in n8n's declarative vocabulary, from the catalogue: each `{placeholder}` is the parameter of that name. */
export function routingOf(key: EndpointKey): INodePropertyRouting {
	const { method, path } = endpoints[key];
	return {
		request: { method, url: path.includes('{') ? `=${path.replace(/\{(\w+)\}/g, '{{ $parameter["$1"] }}')}` : path },
	};
}
