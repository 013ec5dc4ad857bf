import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sampleOutputOf, wholeOutputOf } from './docs/outputs';
import type { Key } from './docs/texts';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import { itemOf } from '../nodes/EmailMarketingTrigger/events';
import { isRecord } from '../nodes/EmailMarketing/shared/values';

/**
 * Previews of outputs, which n8n serves from next to a node's compiled file. Its editor lists the fields of a node
 * that has not run yet, so that they can be dragged, and its workflow builder reads them.
 */

/** A JSON schema as n8n reads it: one type each, so a field that may be null has the type of its values. */
export interface Preview {
	readonly type: string;
	readonly properties?: Readonly<Record<string, Preview>>;
	readonly items?: Preview;
}

/** @returns the output of an operation with its defaults */
export function previewOf(key: Key): Preview {
	return schemaOf(sampleOutputOf(key));
}

/** The output of the trigger with its defaults. */
export const triggerPreview = schemaOf(
	itemOf({ event: 'subscriberAdded', resource: wholeOutputOf('subscriber.get') }, true, '').json,
);

/** The schema that describes a sample. */
function schemaOf(sample: unknown): Preview {
	if (Array.isArray(sample)) return { type: 'array', items: schemaOf((sample as unknown[])[0]) };
	if (!isRecord(sample)) return { type: typeof sample };
	const properties = Object.entries(sample).map(([name, value]) => [name, schemaOf(value)] as const);
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** All previews, by the file that n8n looks for in `dist/nodes`. */
export function previewFiles(): Map<string, Preview> {
	const keys = Object.keys(operations) as Key[];
	return new Map([
		...keys.map((key) => [`EmailMarketing/__schema__/v1.0.0/${key.replace('.', '/')}.json`, previewOf(key)] as const),
		['EmailMarketingTrigger/__schema__/v1.0.0.json', triggerPreview],
	]);
}

function writePreviews(folder: string): void {
	for (const [path, preview] of previewFiles()) {
		const file = join(folder, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, JSON.stringify({ ...preview, version: 1 }));
	}
}

// A part of `npm run build`.
if (require.main === module) writePreviews(join(__dirname, '../dist/nodes'));
