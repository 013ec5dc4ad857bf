import type { IDataObject } from 'n8n-workflow';

import { idKey, idOf, unwrap } from '../../api/response';
import type { ItemInput, Run } from '../../execution/Operation';
import { choiceField } from '../../panel/fields';
import { templateLocator } from '../../panel/locators';
import { ParameterError, UserFacingError } from '../../shared/UserFacingError';
import { fieldsOf, parseFlag } from '../../shared/values';
import { PagedList } from '../../transport/PagedList';

/** Ordered by use and safety: a toggle that runs twice undoes itself. */
// prettier-ignore
const publishState = choiceField('Change To', 'publishState', 'published', 'The state that the template should have afterwards', [
	['Published', 'published', 'Publish, unless it is published already'],
	['Unpublished', 'unpublished', 'Unpublish, unless it is unpublished already'],
	['Toggle', 'toggle', 'Switch to the opposite state; running it twice undoes the change'],
]);

export const description = [templateLocator, publishState];

/** Called in turn for each template, or two items would read the same state. */
export async function execute({ request, settings }: ItemInput, { client }: Run): Promise<IDataObject[]> {
	const { template: uuid = '' } = request.pathValues;
	const isToggle = settings.publishState === 'toggle';
	const sending = { isOptional: isToggle };
	const list = new PagedList(client, { key: 'template.getAll', pathValues: {}, names: request.names, sending });
	// The path and the fields of the list are inferred: 'Toggle' works without them.
	const found = await findIn(list, uuid).catch((thrown: unknown) => {
		if (!isToggle || !(thrown instanceof UserFacingError)) throw thrown;
	});
	const before = templateIn(found);
	if (!isToggle) {
		if (found === undefined) throw notInList;
		if (before.is_published === null) throw notShown;
		const isWanted = before.is_published === (settings.publishState === 'published');
		if (isWanted) return [{ action: 'unchanged', uuid, ...before }];
	}
	const shown = templateIn(await client.send(request));
	const opposite = before.is_published === null ? null : !before.is_published;
	const after = { name: shown.name ?? before.name, is_published: shown.is_published ?? opposite };
	if (opposite !== null && after.is_published !== opposite) throw otherState;
	return [{ action: actions[`${after.is_published}`], uuid, ...after }];
}

const actions = { true: 'published', false: 'unpublished', null: 'updated' };

async function findIn(list: PagedList, uuid: string): Promise<unknown> {
	while (!list.hasEnded) {
		const entries = await list.more(Math.max(1, list.pagesRead));
		const found = entries.find((entry) => idKey(idOf(entry)) === idKey(uuid));
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The template in an entry of the list or a response; null for what the service does not show. The flag is inferred. */
function templateIn(response: unknown) {
	const { name, is_published: flag } = unwrap(fieldsOf(response), 'template');
	return { name: (name ?? null) as IDataObject[string], is_published: parseFlag(flag) ?? null };
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
