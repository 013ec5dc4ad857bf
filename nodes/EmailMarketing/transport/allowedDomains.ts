/**
 * Whether 'Allowed Domains' of the credential name a host, by n8n's rule: `example.com` is that host alone, `*.example.com` every host below it.
 * n8n has a function for it, which takes other arguments in n8n 1 than in n8n 2.
 * @param domains with commas between them; an empty text names none
 */
export function isAllowedHost(hostname: string, domains: string): boolean {
	const host = normal(hostname);
	return domains
		.split(',')
		.map(normal)
		.some((domain) => (/^\*\../.test(domain) ? host.endsWith(domain.slice(1)) : host !== '' && host === domain));
}

function normal(host: string): string {
	return host.trim().toLowerCase().replace(/\.$/, '');
}
