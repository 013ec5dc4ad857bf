import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { propertiesOf, responseSchema, sampleOf } from '../docs/contract';
import { itemIn, resourceOf, simplify } from '../docs/outputs';
import type { Key } from '../docs/requests';
import { simplifySubscriber } from '../nodes/EmailMarketing/api/response';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import { rowKeys } from '../nodes/EmailMarketing/resources/subscriber/bulk/rowOutput';
import { isRecord, type JsonRecord } from '../nodes/EmailMarketing/shared/values';

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

const text = '';

/** A row, in which only the state is no text. */
const row = Object.fromEntries(rowKeys.map((name) => [name, name === 'is_subscribed' ? true : text]));

const deletion = { deleted: true, uuid: text };

const subscriber = sampleOf(resourceOf('subscriber.get')) as JsonRecord;

const mail = sampleOf(itemIn(propertiesOf(responseSchema('subscriber.get')).mails ?? {}));

/** Samples of the outputs that are not just the resource in the service's response. */
const composed: Partial<Record<Key, JsonRecord>> = {
	'account.checkPaths': { operation: text, result: text, path: text, why: text, tried: text },
	'campaign.delete': deletion,
	'domain.delete': deletion,
	'email.send': { to_email: text, subject: text, message: text },
	'subscriber.create': row,
	'subscriber.delete': deletion,
	'subscriber.get': simplifySubscriber({ ...subscriber, mails: [mail] }),
	'subscriber.import': row,
	'subscriber.sync': row,
	'subscriber.tag': {
		action: text,
		email: text,
		uuid: text,
		first_name: text,
		last_name: text,
		is_subscribed: true,
		tags: [text],
	},
	'subscriber.toggleSubscription': simplifySubscriber({ ...subscriber, action: text }),
	'subscriber.upsert': row,
	'template.togglePublish': { action: text, uuid: text, name: text, is_published: true },
};

/** @returns the output of an operation with its defaults */
export function previewOf(key: Key): Preview {
	return schemaOf(composed[key] ?? sampleOfResource(key));
}

function sampleOfResource(key: Key): JsonRecord {
	const resource = sampleOf(resourceOf(key as Parameters<typeof resourceOf>[0])) as JsonRecord;
	return simplify[key]?.(resource) ?? resource;
}

/** The output of the trigger with its defaults. */
export const triggerPreview = schemaOf({ event: text, ...simplifySubscriber(subscriber) });

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
