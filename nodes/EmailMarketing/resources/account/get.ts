import type { INodeProperties } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';

export const description: INodeProperties[] = [];

export const execute = sendOne;
