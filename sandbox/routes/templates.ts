import { paginate } from '../paging';
import { findTemplate } from '../store/find';
import { templateToJson } from '../to-json';
import type { Routes } from './route';

export const templateRoutes: Routes<'template'> = {
	'template.getAll': ({ request }, { store }) => paginate(store.templates, templateToJson, request),

	'template.togglePublish': ({ request }, { store, now }) => {
		const template = findTemplate(store, request.params);
		template.isPublished = !template.isPublished;
		template.updatedAt = now();
		return { message: template.isPublished ? 'Template published.' : 'Template unpublished.' };
	},
};
