import type { Context } from 'openapi-backend';
import { paginate } from '../paging';
import type { PageQuery } from '../paging';
import { findTemplate } from '../store/find';
import type { Path } from '../store/find';
import type { World } from '../store/store';
import { templateOnTheWire } from '../wire';

export const templateRoutes = {
	'template.getAll': ({ request }: Context<unknown, unknown, PageQuery>, { store }: World) =>
		paginate(store.templates, templateOnTheWire, request),

	'template.togglePublish': ({ request }: Context<unknown, Path>, { store, now }: World) => {
		const template = findTemplate(store, request.params);
		template.isPublished = !template.isPublished;
		template.updatedAt = now();
		return { message: template.isPublished ? 'Template published.' : 'Template unpublished.' };
	},
};
