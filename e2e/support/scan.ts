import { resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** What the scanner finds and is meant to be so. */
const exceptions = [
	// Until the package is published, its name on npm may be anybody's, and the link would stand beside the field of the token. CONTRIBUTING has it among what comes before the first release.
	'n8n-nodes-base/cred-class-field-documentation-url-missing',
];

/** Comes without types. */
const entry: string = '@n8n/scan-community-package/scanner/scanner.mjs';

interface Scanner {
	analyzePackage(folder: string, patterns: string[]): Promise<{ passed: boolean; message?: string; details?: string }>;
	SOURCE_FILE_PATTERNS: string[];
}

/**
 * What n8n's own scanner finds, a line each: in an unpacked package, and in the source, which it reads too once npm says where a package was built.
 * It knows no exceptions inside files.
 */
export async function scan(packageFolder: string): Promise<string[]> {
	const scanner = (await import(entry)) as Scanner;
	return [
		...findings(await scanner.analyzePackage(packageFolder, ['**/*.js', '**/*.json'])),
		...findings(await scanner.analyzePackage(root, scanner.SOURCE_FILE_PATTERNS)),
	];
}

function findings({ passed, message, details }: Awaited<ReturnType<Scanner['analyzePackage']>>): string[] {
	if (passed) return [];
	let file = '';
	const found = (details ?? '').split('\n').flatMap((line) => {
		if (/^\S.*\.\w+$/.test(line)) file = line;
		return /^\s+\d+:\d+\s+error\s/.test(line) ? [`${file}: ${line.trim().replace(/\s{2,}/g, ' ')}`] : [];
	});
	// A scan that could not be made has no lines.
	return found.length === 0
		? [message ?? 'The scanner did not pass, and does not say why.']
		: found.filter((line) => !exceptions.some((rule) => line.endsWith(` ${rule}`)));
}
