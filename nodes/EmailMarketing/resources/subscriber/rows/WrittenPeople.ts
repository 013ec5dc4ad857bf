import type { IDataObject } from 'n8n-workflow';

import { knownSubscriber, type KnownSubscriber } from '../../../api/knownSubscriber';
import { completeListNow } from '../../../execution/listIndex';
import type { Call } from '../../../execution/Operation';
import type { RowStep } from './planSync';

/** Whom a sync has created or changed, and whom it could not: a service that writes an address in another way may show them as missing. */
export class WrittenPeople {
	private readonly ids = new Set<string>();

	/** The `addressKey` of new people of whom the service has told no ID: each may be somebody who is in the list under another address. */
	private readonly untold = new Set<string>();

	private notCreated = 0;

	private mayBeCreated = false;

	/** Somebody new was not created. @param mayBe whether they may have been all the same */
	lacks(mayBe = false): void {
		this.notCreated += 1;
		this.mayBeCreated ||= mayBe;
	}

	/** How many new people were not created, in words; nothing where all were. */
	get lacking(): string | undefined {
		if (this.notCreated === 0) return undefined;
		return `${this.notCreated} of the rows ${this.mayBeCreated ? 'may not have been' : 'could not be'} created`;
	}

	/** @param answer the service's; to an import it tells no IDs */
	add({ call, subscriber }: Pick<RowStep, 'call' | 'subscriber'>, answer: IDataObject = {}): void {
		const { id = subscriber?.id } = knownSubscriber(answer);
		if (id === undefined) this.untold.add(call.row.key);
		else this.ids.add(nameOf(id));
	}

	has({ id }: KnownSubscriber): boolean {
		return this.ids.has(nameOf(id));
	}

	/**
	 * Reads the list again where the IDs of new people are not known.
	 * @returns the addresses that are not in it
	 * @throws UserFacingError when it cannot be read, or may have been read incompletely
	 */
	async notFound(call: Call): Promise<string[]> {
		if (this.untold.size === 0) return [];
		const { byEmail } = await completeListNow(call);
		for (const address of this.untold) {
			const ids = (byEmail.get(address) ?? []).map(({ id }) => id).filter((id) => id !== undefined);
			for (const id of ids) this.ids.add(nameOf(id));
			if (ids.length > 0) this.untold.delete(address);
		}
		return [...this.untold];
	}
}

function nameOf(id: unknown): string {
	return String(id).toLowerCase();
}
