import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { doctorReport } from '../../doctor/command';
import { DoctorError } from '../../doctor/readDocument';

const root = resolve(__dirname, '../..');

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'email-marketing-doctor-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
	readonly code: number | null;
	readonly output: string;
	readonly complaint: string;
}

/** What `npm run doctor` starts. */
async function doctor(...args: string[]): Promise<Outcome> {
	return await new Promise((done) => {
		const child = execFile(
			process.execPath,
			['--import', 'tsx', 'doctor/main.ts', ...args],
			{ cwd: root },
			(_error, output, complaint) => done({ code: child.exitCode, output, complaint }),
		);
	});
}

function file(name: string, text: string | Buffer): string {
	const path = join(folder, name);
	writeFileSync(path, text);
	return path;
}

test('the contract of the node differs in nothing', async () => {
	const { code, output, complaint } = await doctor('--openapi', 'contract/openapi.yaml');
	expect([code, complaint]).toEqual([0, '']);
	expect(output).toMatch(/20 of the 20 operations.*Nothing differs\.\n$/s);
});

test('what is wrong is one line, and no report', async () => {
	const { code, output, complaint } = await doctor('--openapi', 'nowhere.yaml');
	expect([code, output, complaint]).toEqual([1, '', 'nowhere.yaml cannot be read: there is no such file.\n']);
});

test.each<[string, (text: string) => Buffer]>([
	['little-endian', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
	['big-endian', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('a document in UTF-16 is read, as PowerShell writes it: %s', (_order, written) => {
	const path = file('utf-16.yaml', written('openapi: 3.0.0\npaths: { /v1/campaigns: { get: {} } }\n'));
	expect(doctorReport(['--openapi', path])).toContain('1 of the 20 operations');
});

test('a document of the service gives what belongs into the credential', () => {
	const path = file(
		'service.json',
		JSON.stringify({
			openapi: '3.1.0',
			servers: [{ url: 'https://mail.example.com/api/v1' }],
			paths: { '/campaign': { get: { summary: 'List campaigns' } } },
		}),
	);
	const report = doctorReport(['--openapi', path]);
	expect(report).toContain('"campaign.getAll": "/v1/campaign"');
	expect(report).toContain('https://mail.example.com/api\n');
});

test.each<[string, () => string[], RegExp]>([
	['nothing', () => [], /^Name the document: npm run doctor -- --openapi <file>$/],
	['an option that is not there', () => ['--open', 'x'], /^Unknown option '--open'.* See npm run doctor -- --help$/],
	['no file', () => ['--openapi', 'nowhere.yaml'], /^nowhere\.yaml cannot be read: there is no such file\.$/],
	['a folder', () => ['--openapi', folder], /cannot be read: it is a folder\.$/],
	[
		'an address',
		() => ['--openapi', 'https://mail.example.com/openapi.json'],
		/is an address\. Download the document and name the file\.$/,
	],
	[
		'a file of another kind',
		() => ['--openapi', join(root, 'package.json')],
		/^This is no OpenAPI document: it has no field "openapi"/,
	],
	[
		'Swagger 2',
		() => ['--openapi', file('old.yaml', 'swagger: "2.0"\npaths: {}')],
		/^This is a Swagger 2\.0 document\. Convert it/,
	],
	[
		'a document of another service',
		() => ['--openapi', file('pets.yaml', 'openapi: 3.0.0\npaths: { /pets: { get: {} } }')],
		/^None of the 20 operations of the node is in this document.* It has: GET \/pets\.$/,
	],
])('one line says what is wrong with %s', (_name, args, words) => {
	expect(() => doctorReport(args())).toThrow(DoctorError);
	expect(() => doctorReport(args())).toThrow(words);
});

test('--help says what it does', () => {
	expect(doctorReport(['--help'])).toContain('Usage: npm run doctor -- --openapi <file>');
});
