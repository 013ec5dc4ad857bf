import type { MeasuredN8n } from '../n8n/host';
import { mapAutomatically, ofRows, type Rows } from '../n8n/workflows';
import { atMost, table } from '../report';
import type { Setting } from '../server/behaviours';
import type { BareServer } from '../server/client';
import { counting, countedCells, countedHead, type CountedRun } from './counted';
import type { Measured } from '.';

const count = 10_000;
const present = count / 2;

/** Every second row is of somebody who is in the list, with another first name. */
const halfThere: Rows = {
	count,
	json: "{ email: index % 2 ? `new${index}@example.com` : `person${index / 2}@example.com`, first_name: 'Grace', last_name: `No. ${index / 2}` }",
};

const holding = (subscribers: number): Setting => ({ behaviour: 'latency', keeps: true, subscribers });

/** Create or Update of 10,000, half of them there, beside plain creates of as many new ones. */
export async function measureUpsert(n8n: MeasuredN8n, server: BareServer): Promise<Measured> {
	const create = await counting(n8n, server, `Create, ${count} new`, halfThere, mapAutomatically);
	const upsert = await counting(
		n8n,
		server,
		`Create or Update, ${present} of ${count} there`,
		halfThere,
		ofRows('upsert', { dataMode: 'autoMapInputData' }),
	);
	await server.set(holding(0));
	const created = await create();
	await server.set(holding(present));
	const first = await upsert();
	const second = await upsert('the same again');
	if (first.counts.distinctEmails !== count)
		throw new Error(`${first.name}: ${first.counts.distinctEmails} were written`);
	return {
		text: [
			`Create or Update of ${count} rows, the list 100 a page, server 0 ms, one run each; what is created while the list is read may make it a page longer:`,
			table(countedHead, [created, first, second].map(countedCells)),
		],
		targets: [
			atMost(
				`Requests of Create or Update, ${present} of ${count} there, without the reading, to those of Create`,
				writes(first) / writes(created),
				1.6,
			),
			atMost(`Requests that read the list of ${present / 100} pages`, reads(first), present / 100 + 1),
			atMost(
				`Writes when the same ${count} rows come again, to those of Create`,
				writes(second) / writes(created),
				0.01,
			),
		],
	};
}

function reads({ counts }: CountedRun): number {
	return counts.byKind.read ?? 0;
}

function writes(run: CountedRun): number {
	return run.counts.requests - reads(run);
}
