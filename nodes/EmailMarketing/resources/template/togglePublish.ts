import type { IDataObject } from 'n8n-workflow';

import { idKey, idOf, unwrap } from '../../api/response';
import type { ItemInput, Run } from '../../execution/Operation';
import type { Outcomes } from '../../execution/Outcomes';
import { choiceField } from '../../panel/fields';
import { templateLocator } from '../../panel/locators';
import { ParameterError, UserFacingError } from '../../shared/UserFacingError';
import { isRecord, parseFlag } from '../../shared/values';
import { PagedList } from '../../transport/PagedList';

/** Ordered by use and safety: a toggle that runs twice undoes itself. */
// prettier-ignore
const publishState = choiceField('Change To', 'publishState', 'published', 'The state that the template should have afterwards', [
	['Published', 'published', 'Publish, unless it is published already'],
	['Unpublished', 'unpublished', 'Unpublish, unless it is unpublished already'],
	['Toggle', 'toggle', 'Switch to the opposite state; running it twice undoes the change'],
]);

export const description = [templateLocator, publishState];

/** A template, as far as the service shows it. */
interface Template {
	readonly name?: unknown;
	readonly isPublished?: boolean;
}

/** Templates as each execution left them, by ID; or why a toggle may still be done and must not be sent again. */
const executions = new WeakMap<Outcomes, Map<string, Template | UserFacingError>>();

/** Called in turn for each template, or two items would read the same state. */
export async function execute(input: ItemInput, run: Run): Promise<IDataObject[]> {
	const { template: uuid = '' } = input.request.pathValues;
	const left = executions.get(run.outcomes) ?? new Map<string, Template | UserFacingError>();
	executions.set(run.outcomes, left);
	// A list that lags would show the state of before, and a second toggle undo the first.
	const before = left.get(idKey(uuid)) ?? (await find(input, run, uuid));
	if (before instanceof UserFacingError) throw before;
	const isPublished = stateAfter(input, before);
	if (isPublished !== undefined && before?.isPublished === isPublished) return [outputOf('unchanged', uuid, before)];
	const after = await toggle(input, run, { ...before, isPublished }).catch((thrown: unknown) => {
		if (thrown instanceof UserFacingError && thrown.mustNotRepeat) left.set(idKey(uuid), thrown);
		throw thrown;
	});
	left.set(idKey(uuid), after);
	const actions = { true: 'published', false: 'unpublished', undefined: 'updated' };
	return [outputOf(actions[`${after.isPublished}`], uuid, after)];
}

function outputOf(action: string, uuid: string, { name, isPublished }: Template): IDataObject {
	return { action, uuid, name: name ?? null, is_published: isPublished ?? null };
}

/** The state to set; `undefined` for the opposite of an unknown state. */
function stateAfter({ settings }: ItemInput, before: Template | undefined): boolean | undefined {
	if (settings.publishState === 'toggle') return before?.isPublished === undefined ? undefined : !before.isPublished;
	if (before === undefined) throw notInList;
	if (before.isPublished === undefined) throw notShown;
	return settings.publishState === 'published';
}

/** Finds a template in the list, whose path and fields are inferred: 'Toggle' works without them. */
async function find({ request, settings }: ItemInput, { client }: Run, uuid: string): Promise<Template | undefined> {
	const isOptional = settings.publishState === 'toggle';
	const list = new PagedList(client, { key: 'template.getAll', pathValues: {}, names: request.names, isOptional });
	while (!list.hasEnded) {
		const entries = await list.more(Math.max(1, list.pages)).catch((thrown: unknown) => {
			if (!isOptional || !(thrown instanceof UserFacingError)) throw thrown;
		});
		if (entries === undefined) return undefined;
		const found = entries.find((entry) => idKey(idOf(entry)) === idKey(uuid));
		if (found !== undefined) return parseTemplate(found);
	}
	return undefined;
}

/** @param wanted the template as expected afterwards */
async function toggle({ request }: ItemInput, { client }: Run, wanted: Template): Promise<Template> {
	const response = await client.send(request);
	const { name = wanted.name, isPublished = wanted.isPublished } = parseTemplate(response);
	if (wanted.isPublished !== undefined && isPublished !== wanted.isPublished) throw otherState;
	return { name, isPublished };
}

/** The flag is inferred. */
function parseTemplate(response: unknown): Template {
	const { name, is_published: flag } = isRecord(response) ? unwrap(response, 'template') : {};
	return { name, isPublished: parseFlag(flag) };
}

const notShown = new ParameterError(
	'The service does not show whether the template is published',
	"To switch it to the opposite state anyway, choose 'Toggle' in 'Change To'.",
);

const notInList = new ParameterError(
	'The template is not in the template list',
	"It may have been deleted: choose it again in 'Template'.",
);

const otherState = new UserFacingError(
	'The service reports the template in the other state',
	"It may now be the opposite of what you asked for. Check it with 'Template' → 'Get Many'.",
	{ outcomeUnknown: true, mustNotRepeat: true },
);
