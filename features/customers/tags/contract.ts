import { z } from 'zod';
import { MarkColour } from '#shared/codes/mark-colour.ts';
import { endpoint, Id, nothing } from '#shared/endpoint.ts';

export const TAGS_MOST = 1_000;
export const TAG_COUNT_CAP = 10_000;

/** A word customers can be marked with. */
export const Tag = z.object({
  id: z.number(),
  name: z.string(),
  colour: MarkColour.schema,
  group_id: z.number().nullable(),
  position: z.number(),
  /** How many customers have it, up to `TAG_COUNT_CAP`. */ customers: z.number(),
});
export type Tag = z.infer<typeof Tag>;
export const TagGroup = z.object({ id: z.number(), name: z.string(), position: z.number() });
export type TagGroup = z.infer<typeof TagGroup>;

/** Pushed to everybody, and announced as `{tenantId}`, when tags or their groups changed: ask for them again. */
export const TAGS_CHANGED = 'tags.changed';

const TagFields = {
  name: z.string().trim().min(1).max(40),
  colour: MarkColour.schema.default('grey'),
  group_id: Id.nullable().default(null),
};
const GroupFields = { name: z.string().trim().min(1).max(40) };
const tag = <P extends string>(path: P) => `/admin/cdp/tag${path}` as const;
const group = <P extends string>(path: P) => `/admin/saas_plat/tagGroup${path}` as const;

export const tagsApi = {
  list: endpoint({
    method: 'GET',
    path: tag(''),
    access: 'tags.use',
    api: 'tags.read',
    summary: 'The tags of the tenant, in their order.',
    input: nothing,
    data: z.array(Tag),
  }),
  groupAndTag: endpoint({
    method: 'GET',
    path: tag('/groupAndTag'),
    access: 'tags.use',
    api: 'tags.read',
    summary: 'Groups with their tags; tags without a group come last, under id null.',
    input: nothing,
    data: z.array(z.object({ id: z.number().nullable(), name: z.string(), tags: z.array(Tag) })),
  }),
  add: endpoint({
    method: 'POST',
    path: tag(''),
    access: 'tags.edit',
    api: 'tags.write',
    summary: 'Adds a tag.',
    input: z.object(TagFields),
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: tag(''),
    access: 'tags.edit',
    api: 'tags.write',
    summary: 'Changes a tag; customers that have it show the change.',
    input: z.object({ id: Id, ...TagFields }),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: tag('/{id}'),
    access: 'tags.edit',
    api: 'tags.write',
    summary: 'Deletes a tag and takes it from every customer.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  sort: endpoint({
    method: 'PUT',
    path: tag('/sort'),
    access: 'tags.edit',
    summary: 'Puts the tags in this order.',
    input: z.object({ ids: z.array(Id).max(TAGS_MOST) }),
    data: z.null(),
  }),
  groups: endpoint({
    method: 'GET',
    path: group('/tagGroupAll'),
    access: 'tags.use',
    api: 'tags.read',
    summary: 'The groups of tags, in their order.',
    input: nothing,
    data: z.array(TagGroup),
  }),
  addGroup: endpoint({
    method: 'POST',
    path: group(''),
    access: 'tags.edit',
    summary: 'Adds a group of tags.',
    input: z.object(GroupFields),
    data: z.object({ id: z.number() }),
  }),
  updateGroup: endpoint({
    method: 'PUT',
    path: group(''),
    access: 'tags.edit',
    summary: 'Renames a group of tags.',
    input: z.object({ id: Id, ...GroupFields }),
    data: z.null(),
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: group('/{id}'),
    access: 'tags.edit',
    summary: 'Deletes a group; its tags stay without one.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  sortGroups: endpoint({
    method: 'PUT',
    path: group('/sort'),
    access: 'tags.edit',
    summary: 'Puts the groups in this order.',
    input: z.object({ ids: z.array(Id).max(TAGS_MOST) }),
    data: z.null(),
  }),
};
