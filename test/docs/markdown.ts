/** The anchors that a Markdown page has, as GitHub and npm make them from its headings. */
export function anchorsOf(markdown: string): string[] {
	const headings = withoutCode(markdown).matchAll(/^#{1,6} +(.+)$/gm);
	return [...headings].map(([, heading = '']) =>
		heading
			.trim()
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);
}

/** Where the links and pictures of a Markdown page lead, as they are written. */
export function linksOf(markdown: string): string[] {
	return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)[^)]*\)|(?:src|srcset|href)="([^"]+)"/g)].map(
		([, link, attribute]) => link ?? attribute ?? '',
	);
}

function withoutCode(markdown: string): string {
	return markdown.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()#"]/g, ''));
}
