import { idByName } from '../api/resourceName';
import { listsOfNames } from '../panel/locators';
import { UserFacingError } from '../shared/UserFacingError';
import { isByName, isEmpty, locatorValue } from '../shared/values';
import type { ApiClient } from '../transport/ApiClient';
import { readAll } from '../transport/readAll';

/** The lists of the account in which resources are chosen by name: each is read once per run. */
export class NamedLists {
	/** Parameter → its list. */
	private readonly lists = new Map<string, readonly unknown[]>();

	/** @param chosen the parameters that are set to By Name */
	async read(client: ApiClient, chosen: readonly string[]): Promise<void> {
		for (const [parameter, key] of Object.entries(listsOfNames)) {
			if (!chosen.includes(parameter)) continue;
			const { entries, warning } = await readAll(client, key);
			if (warning !== undefined)
				throw new UserFacingError('Two resources may have this name', `${warning} Choose 'From List' or 'By ID'.`);
			this.lists.set(parameter, entries);
		}
	}

	/** The value of a resource locator: the ID, also of a resource that is chosen by name. An optional one may be empty. */
	idIn(locator: unknown, parameter: string, displayName: string): unknown {
		const value = locatorValue(locator);
		const list = this.lists.get(parameter);
		return isByName(locator) && list !== undefined && !isEmpty(value) ? idByName(list, value, displayName) : value;
	}
}
