import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../test/engine/runNode';

/** Where the items go. */
export interface Target {
	readonly url: string;
	readonly token: string;
	readonly list: string;
}

type Scenario = (target: Target, rows: IDataObject[]) => Promise<number>;

/** Each creates one subscriber for each row, ten requests at a time, and gives how many came back. */
export const scenarios: Record<string, Scenario> = {
	'node, Map Automatically': async (target, rows) => await createWithNode(target, rows, { dataMode: 'autoMapInputData' }),
	'node, three expressions': async (target, rows) =>
		await createWithNode(target, rows, {
			email: '={{ $json.email }}',
			additionalFields: { firstName: '={{ $json.first_name }}', lastName: '={{ $json.last_name }}' },
		}),
	'axios alone': createWithAxios,
};

async function createWithNode({ url, token, list }: Target, rows: IDataObject[], parameters: INodeParameters): Promise<number> {
	const { items, error } = await runNode({
		parameters: { resource: 'subscriber', operation: 'create', contactList: { __rl: true, mode: 'id', value: list } as unknown as INodeParameters, ...parameters },
		credential: { baseUrl: url, accessToken: token, endpointPaths: '{}' },
		input: rows,
	});
	if (error !== undefined) throw error;
	return items.length;
}

async function createWithAxios({ url, token, list }: Target, rows: IDataObject[]): Promise<number> {
	const client = axios.create({ baseURL: url, headers: { Authorization: `Bearer ${token}` } });
	let next = 0;
	let done = 0;
	const worker = async (): Promise<void> => {
		for (let row = rows[next++]; row !== undefined; row = rows[next++]) {
			await client.post(`/v1/contact-lists/${list}/subscriber`, row);
			done += 1;
		}
	};
	await Promise.all(Array.from({ length: 10 }, worker));
	return done;
}
