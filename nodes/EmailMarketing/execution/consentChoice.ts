import type { ConsentChoice } from '../rows/consent';
import { isEmpty } from '../shared/values';
import { UserFacingError } from '../shared/UserFacingError';
import type { Parameters } from './Parameters';

/** Display names of the parameters that decide about the whole run. */
const fixed = { consent: 'Consent', optIn: 'Opt-In Columns', optOut: 'Opt-Out Columns' };

/**
 * The choice under 'Consent'. n8n itself refuses a run without one, but not that of a tool.
 * @throws UserFacingError for an expression, whose value could differ by item, or come from an agent
 */
export function readConsentChoice(parameters: Parameters): ConsentChoice {
	for (const [name, displayName] of Object.entries(fixed)) {
		if (parameters.isFixed(name)) continue;
		const advice = 'It decides about the whole run: set it to Fixed. Nothing was sent.';
		throw new UserFacingError(`'${displayName}' cannot be an expression`, advice, { countsAsOptOut: true });
	}
	const { yesAnswers, consentMayBeMissing } = parameters.fixedFieldsOf('options');
	return {
		consent: parameters.read('consent', 0),
		optIn: textsIn(parameters.read('optIn', 0)),
		optOut: textsIn(parameters.read('optOut', 0)),
		yesAnswers: textsIn(yesAnswers),
		mayBeMissing: consentMayBeMissing === true,
	};
}

/** n8n stores an added empty box as `["Newsletter", [""]]`. */
function textsIn(value: unknown): string[] {
	return [value].flat(3).filter((text): text is string => typeof text === 'string' && !isEmpty(text));
}
