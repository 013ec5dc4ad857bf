import type { ItemInput, Run } from '../../../execution/Operation';
import { UserFacingError } from '../../../shared/UserFacingError';
import { subscriberId } from './changes';
import { onlyOne, subscriberIndex } from './SubscriberIndex';

/** Replaces an email in the path by the subscriber's ID. Throws unless exactly one subscriber has it. */
export async function resolveEmail(input: ItemInput, run: Run): Promise<ItemInput> {
	if (input.locatorMode !== 'email') return input;
	const { request } = input;
	const { subscriber: email = '' } = request.pathValues;
	const index = await subscriberIndex(input, run);
	const found = onlyOne(email, await index.find(email));
	const { verdict } = index.list;
	const isSure = verdict?.isConfirmed === true;
	if (isSure) run.hints.add(verdict.warning);
	// If the list was not read to its end, only the search can have found nobody.
	if (found === undefined && verdict === undefined) throw notFoundBySearch(email);
	if (found === undefined) throw notInList(email, run, isSure ? undefined : verdict?.warning);
	const pathValues = { ...request.pathValues, subscriber: subscriberId(found) };
	return { ...input, known: found, request: { ...request, pathValues } };
}

function notFoundBySearch(email: string): UserFacingError {
	const advice = `Check the email, and the path of "subscriber.getByEmail" in 'Endpoint Paths'. Nothing was changed for this item.`;
	return new UserFacingError(`The search finds no subscriber with the email ${email}`, advice);
}

function notInList(email: string, { mode, context }: Run, warning?: string): UserFacingError {
	const isIncomplete = warning !== undefined;
	const what = isIncomplete ? 'was found, but the contact list may be incomplete' : 'is in the contact list';
	const check = "Check the email in 'Subscriber' and the list in 'Contact List'.";
	const advice = isIncomplete ? `${warning} Choose the subscriber by its ID.` : check;
	const isOneOfMany = mode === 'stop' && context.getInputData().length > 1;
	const wayOut = isOneOfMany ? " To go on with the others, choose 'Continue' under 'Settings' → 'On Error'." : '';
	const details = `${advice}${wayOut} Nothing was changed for this item.`;
	const facts = { canRetry: isIncomplete, isAbsent: !isIncomplete };
	return new UserFacingError(`No subscriber with the email ${email} ${what}`, details, facts);
}
