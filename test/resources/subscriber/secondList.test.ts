import type { IDataObject } from 'n8n-workflow';

import { byId, defined, goOn, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine({ requestLogSize: 1000 });
const { list } = engine;

afterEach(() => jest.restoreAllMocks());

/** Imports one person into each of two lists, of which the second has somebody to update. Some time passes, with changes, while the first is changed. */
async function rowsOfTwo(waitMs: number, meanwhile: () => unknown) {
	const actual = Date.now;
	let lateMs = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => {
		if (lateMs === 0 && engine.operations().includes('subscriber.import')) {
			lateMs = waitMs;
			meanwhile();
		}
		return actual() + lateMs;
	});
	const input: IDataObject[] = [0, 1].map((index) => ({ email: 'new@example.com', list: list(index).uuid }));
	input.push({ email: defined(list(1).subscribers[0]).email, first_name: 'Other', list: list(1).uuid });
	const parameters = { contactList: byId('={{ $json.list }}'), requestOptions: { maxRetries: 0 } };
	return jsonOf(await engine.run('subscriber.import', parameters, { input, node: goOn }));
}

const importIntoTwo = async (waitMs: number, meanwhile: () => unknown) =>
	(await rowsOfTwo(waitMs, meanwhile)).map(({ action }) => action);

function joinAndLeave(): void {
	const [someone] = list(1).subscribers;
	list(1).add({ ...defined(someone), uuid: 'new', email: 'New@example.com', unsubscribedAt: 1 });
}

describe('a list that is imported into after another one', () => {
	it('is read again if that took over a minute: who joined and left meanwhile stays unsubscribed', async () => {
		const actions = await importIntoTwo(61_000, joinAndLeave);
		expect(actions).toEqual(['imported', 'skipped', 'updated']);
		expect(engine.operations().filter((key) => key === 'subscriber.import')).toHaveLength(1);
	});

	it('is read once if that took less', async () => {
		const actions = await importIntoTwo(59_000, () => undefined);
		expect(actions).toEqual(['imported', 'imported', 'updated']);
		const pages = [0, 1].map((index) => Math.ceil(list(index).subscribers.length / 100));
		expect(engine.operations().filter((key) => key === 'subscriber.getAll')).toHaveLength(
			defined(pages[0]) + defined(pages[1]),
		);
	});

	it('is not changed if it can no longer be read', async () => {
		const actions = await importIntoTwo(61_000, () =>
			engine.sandbox.faults({ script: [{ fault: '500', operation: 'subscriber.getAll' }] }),
		);
		expect(actions).toEqual(['imported', 'failed', 'failed']);
		expect(list(1).withEmail('new@example.com')).toBeUndefined();
	});

	it('is neither read again nor changed after the first ended the run, and says why', async () => {
		const fault = { fault: '401', operation: 'subscriber.import' } as const;
		engine.sandbox.faults({ script: [fault] });
		const [, ...rows] = await rowsOfTwo(61_000, () => undefined);
		const note = expect.stringMatching(/^Not sent after a rejected access token/);
		expect(rows).toMatchObject([
			{ action: 'failed', note },
			{ action: 'failed', note },
		]);
		expect(engine.operations().at(-1)).toBe('subscriber.import');
	});
});
