import { addressKey } from '../../../api/emailAddress';
import type { Call } from '../../../execution/Operation';
import { Parameters } from '../../../execution/Parameters';
import { ReadAhead } from '../../../execution/ReadAhead';
import { chosen } from '../../../shared/chosen';
import { optOutOf } from '../../../shared/columns/ColumnReader';
import { ColumnReaders } from '../../../shared/columns/ColumnReaders';
import { groupedBy } from '../../../shared/groupedBy';
import { readId } from '../../../shared/readId';

/** A row that says that its person is not subscribed. */
interface OptOut {
	readonly item: number;
	readonly optOut: string;
	readonly address: string;
	/** `undefined` where the item does not tell which contact list it is for: then it holds for each. */
	readonly contactList?: string;
}

/** Another row of the same address, for the same contact list, that says that its person is not subscribed; `undefined` where there is none. */
export async function otherOptOut(call: Call): Promise<OptOut | undefined> {
	const { client, request } = call;
	const byAddress = await client.once('opt-outs', async () => groupedByAddress(await readOptOuts(call)));
	const wanted = listKey(request.pathValues.contactList);
	return byAddress
		.get(addressKey(request.body?.email))
		?.find(({ contactList }) => contactList === undefined || contactList === wanted);
}

/** Of all input items, each read by its own 'Columns' and 'Contact List', in portions; once for all of them. */
async function readOptOuts({ client, context }: Call): Promise<OptOut[]> {
	const inputs = context.getInputData();
	const parameters = new Parameters(context);
	const readers = new ColumnReaders();
	const ahead = new ReadAhead(inputs.length, Infinity, (item): OptOut[] => {
		const json = inputs[item]?.json ?? {};
		const row = orNothing(() => readers.for(parameters.read('columns', item)).read(json));
		const optOut = optOutOf(json) ?? row?.optOut;
		if (optOut === undefined) return [];
		const contactList = orNothing(() => listKey(readId(chosen(parameters.read('contactList', item)), 'Contact List')));
		return [{ item, optOut, address: addressKey(row?.values.email), contactList }];
	});
	return (await ahead.readAll(() => !client.signal.aborted)).flat();
}

function groupedByAddress(optOuts: readonly OptOut[]): ReadonlyMap<string, readonly OptOut[]> {
	return new Map(groupedBy(optOuts, ({ address }) => address).map((group) => [group[0].address, group]));
}

/** IDs that differ only in case are most likely one. */
function listKey(contactList = ''): string {
	return contactList.toLowerCase();
}

/** An item that cannot be read is refused for it when its turn comes. */
function orNothing<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
