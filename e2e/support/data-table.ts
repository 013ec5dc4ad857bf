import type { Api } from './api';

type ColumnType = 'boolean' | 'number' | 'string';

/** A data table of n8n. */
export interface DataTable {
	/** What the Data Table node has where it is chosen. */
	chosen: object;
	/** Its rows without n8n's own columns, oldest first. */
	rows: () => Promise<object[]>;
	remove: () => Promise<void>;
}

/** Makes a data table with these columns, as the Data Tables page does. */
export async function createDataTable(api: Api, name: string, columns: Record<string, ColumnType>): Promise<DataTable> {
	const { id: project } = await api.call<{ id: string }>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	const { id } = await api.call<{ id: string }>('POST', tables, {
		name,
		columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
	});
	return {
		chosen: { __rl: true, mode: 'list', value: id, cachedResultName: name },
		async rows() {
			const { data } = await api.call<{ data: Array<Record<string, unknown>> }>('GET', `${tables}/${id}/rows`);
			return data.map((row) => Object.fromEntries(Object.keys(columns).map((column) => [column, row[column]])));
		},
		remove: async () => await api.call('DELETE', `${tables}/${id}`),
	};
}
