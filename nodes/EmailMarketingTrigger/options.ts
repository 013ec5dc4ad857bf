import type { INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../EmailMarketing/shared/options';

const startFrom: INodeProperties = {
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	options: [
		{ name: 'Now', value: 'now', description: 'What is there when the workflow is activated starts nothing' },
		{
			name: 'What Is There Already',
			value: 'existing',
			description: 'The first poll gives all that is there, as if it had just come',
		},
	],
	default: 'now',
	description:
		'Where the trigger begins, once: when it is activated for the first time, and after its contact list or events were changed',
};

export const optionsField = optionsWith(startFrom);
