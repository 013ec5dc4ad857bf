import type { components } from '../contract/types';

/** The contract's defaults are filled in and its limits enforced. */
interface PageRequest {
	readonly query: Pick<components['parameters'], 'page' | 'per_page'>;
	readonly path: string;
	readonly headers: { readonly host?: string };
}

/**
 * One page, with links and counts. The links have the address that the caller used, and as with Laravel's paginator,
 * no query but the page number.
 */
export function paginate<Item, Wire>(
	items: readonly Item[],
	onTheWire: (item: Item) => Wire,
	{ query, path, headers }: PageRequest,
) {
	const { page, per_page: perPage } = query;
	const lastPage = Math.max(1, Math.ceil(items.length / perPage));

	function linkTo(target: number): string {
		return `http://${headers.host}${path}?page=${target}`;
	}

	return {
		data: items.slice((page - 1) * perPage, page * perPage).map(onTheWire),
		links: {
			first: linkTo(1),
			last: linkTo(lastPage),
			prev: page > 1 ? linkTo(Math.min(page - 1, lastPage)) : null,
			next: page < lastPage ? linkTo(page + 1) : null,
		},
		meta: { current_page: page, per_page: perPage, last_page: lastPage, total: items.length },
	};
}
