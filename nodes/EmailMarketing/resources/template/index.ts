import { operationMenu } from '../../panel/operationMenu';
import * as getAll from './getAll';
import * as togglePublish from './togglePublish';

// prettier-ignore
export const templateMenu = operationMenu('template', 'getAll', [
	{ name: 'Get Many', value: 'getAll', action: 'Get many templates', description: 'Get many templates' },
	{ name: 'Toggle Publish', value: 'togglePublish', action: 'Publish or unpublish template', description: 'Publish a template, or unpublish a published one' },
]);

export const templateOperations = { 'template.getAll': getAll, 'template.togglePublish': togglePublish };
