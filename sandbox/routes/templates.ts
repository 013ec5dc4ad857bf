import type { Context } from 'openapi-backend';
import { paginate } from '../paging';
import type { PageQuery } from '../paging';
import { findTemplate } from '../store/find';
import type { Path } from '../store/find';
import type { SandboxContext } from '../store/store';
import { templateToJson } from '../to-json';

export const templateRoutes = {
	'template.getAll': ({ request }: Context<unknown, unknown, PageQuery>, { store }: SandboxContext) =>
		paginate(store.templates, templateToJson, request),

	'template.togglePublish': ({ request }: Context<unknown, Path>, { store, now }: SandboxContext) => {
		const template = findTemplate(store, request.params);
		template.isPublished = !template.isPublished;
		template.updatedAt = now();
		return { message: template.isPublished ? 'Template published.' : 'Template unpublished.' };
	},
};
