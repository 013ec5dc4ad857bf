import { resourceOf } from '../../panel/operationMenu';
import * as getAll from './getAll';
import * as togglePublish from './togglePublish';

// prettier-ignore
const rows = [
	{ name: 'Get Many', value: 'getAll', operation: getAll, done: 'read', action: 'Get many templates', description: 'Get many templates' },
	{ name: 'Publish or Unpublish', value: 'togglePublish', operation: togglePublish, done: 'toggled', action: 'Publish or unpublish template', description: 'Publish or unpublish a template' },
] as const;

export const template = resourceOf('Template', 'template', 'getAll', rows);
