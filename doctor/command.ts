import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { diagnose } from './diagnose';
import { DoctorError, readDocument } from './readDocument';

const help = `Usage: npm run doctor -- --openapi <file>

Compares the service's own OpenAPI document (3.0 or 3.1, YAML or JSON) with the node: prints the Base URL and the
Endpoint Paths for the credential, and what differs in methods, bodies and answers. Nothing is sent.`;

/**
 * What `npm run doctor` prints: what a document of the service says of the node's paths, bodies and answers.
 * @param args the command line
 * @throws DoctorError that says what is wrong with the command line or the file
 */
export function doctorReport(args: string[]): string {
	const { openapi, help: isHelpWanted } = options(args);
	if (isHelpWanted) return help;
	if (openapi === undefined || openapi === '')
		throw new DoctorError('Name the document: npm run doctor -- --openapi <file>');
	const contract = readDocument(readFileSync(join(__dirname, '../contract/openapi.yaml'), 'utf8'));
	return diagnose(readDocument(textOf(openapi)), contract);
}

function options(args: string[]): { openapi?: string; help?: boolean } {
	try {
		return parseArgs({ args, options: { openapi: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values;
	} catch (thrown) {
		const [line = ''] = messageOf(thrown).split('\n');
		throw new DoctorError(`${line.replace(/\.?$/, '.')} See npm run doctor -- --help`);
	}
}

function textOf(file: string): string {
	if (/^https?:\/\//i.test(file))
		throw new DoctorError(`${file} is an address. Download the document and name the file.`);
	try {
		// npm changes to the folder of the package.
		const bytes = readFileSync(resolve(process.env.INIT_CWD ?? '', file));
		return new TextDecoder(encodingOf(bytes)).decode(bytes);
	} catch (thrown) {
		const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
		const reasons: Readonly<Record<string, string>> = {
			ENOENT: 'there is no such file',
			EISDIR: 'it is a folder',
			EACCES: 'you may not read it',
		};
		throw new DoctorError(`${file} cannot be read: ${reasons[String(code)] ?? messageOf(thrown)}.`);
	}
}

/** UTF-16 is what PowerShell writes; it begins with a mark. */
function encodingOf([first, second]: Buffer): string {
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function messageOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}
