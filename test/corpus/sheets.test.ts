import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { goOn } from '../engine/support';
import { useList } from '../laravel/useList';

/** A sheet of invented people. A new one is a file in `sheets`. */
interface Sheet {
	readonly name: string;
	readonly rows: IDataObject[];
	readonly emailColumn: string;
	/** What a careful user chooses in the panel. */
	readonly rightChoice: INodeParameters;
	/** Whom a careful reader subscribes: all of these, and nobody else. */
	readonly mustBeSubscribed: readonly string[];
	/** Whom 'Everyone in the Input Agreed' subscribes, where that is not the right choice; nobody if it stops. */
	readonly subscribedByEveryone?: readonly string[];
}

const folder = join(__dirname, 'sheets');
const sheets = readdirSync(folder).map((file): [string, Sheet] => [
	file,
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as Sheet,
]);
const { list, run } = useList();

/** The addresses that are subscribed after a run on an empty list. */
async function subscribedBy(choice: INodeParameters, { rows, emailColumn }: Sheet): Promise<string[]> {
	list.hold([]);
	const parameters = { dataMode: 'defineBelow', email: `={{ $json[${JSON.stringify(emailColumn)}] }}`, ...choice };
	await run('upsert', parameters, { input: rows, node: goOn });
	return sorted(list.subscribers.map(({ email }) => email));
}

const sorted = (addresses: readonly string[]) => addresses.map((address) => address.toLowerCase()).sort();

describe.each(sheets)('%s', (_, sheet) => {
	it('subscribes under the right choice whom a careful reader would subscribe', async () => {
		expect(await subscribedBy(sheet.rightChoice, sheet)).toEqual(sorted(sheet.mustBeSubscribed));
	});

	const { subscribedByEveryone } = sheet;
	if (subscribedByEveryone !== undefined)
		it("subscribes under 'Everyone' whom its file says", async () => {
			expect(await subscribedBy({ consent: 'everyone' }, sheet)).toEqual(sorted(subscribedByEveryone));
		});
});
