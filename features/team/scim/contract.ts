import { z } from 'zod';
import { Networks } from '#core/network/network.ts';
import { endpoint, Id, nothing, standardCall, WireTime, type Limit, type Standard } from '#shared/endpoint.ts';
import { PatchOperation } from './core/patch.ts';
import { scimRefusal } from './core/refusal.ts';
import { sentUser } from './core/provided-user.ts';

/*
 * SCIM 2.0 (RFC 7643, RFC 7644): the company's identity provider makes, changes and ends members, before and after
 * anybody signs in. It shows a token of its own, which tells the tenant.
 */

/** Two, so that one can replace the other while both work. */
export const TOKENS_MOST = 2;

/** A token as people see it: never the token itself. */
export const ScimToken = z.object({
  id: z.number(),
  /** The first letters, to know it again. */
  prefix: z.string(),
  /** From where it may be used; none: from anywhere. */
  networks: z.array(z.string()),
  createdBy: z.string(),
  createdAt: WireTime,
  /** To the minute; null when it was never used. */
  lastUsedAt: WireTime.nullable(),
  lastUsedAddress: z.string(),
});
export type ScimToken = z.output<typeof ScimToken>;

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const PAGE_MOST = 200;

const ScimUser = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  userName: z.string(),
  displayName: z.string(),
  name: z.object({ formatted: z.string(), givenName: z.string().optional(), familyName: z.string().optional() }),
  emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() })),
  active: z.boolean(),
  meta: z.object({ resourceType: z.string(), created: z.string(), lastModified: z.string(), location: z.string() }),
});
export type ScimUser = z.output<typeof ScimUser>;

const listOf = <T extends z.ZodType>(resource: T) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.number(),
    startIndex: z.number(),
    itemsPerPage: z.number(),
    Resources: z.array(resource),
  });
/** Of documents that say the same to everybody. */
const Document = z.record(z.string(), z.unknown());

const scim: Standard = { mediaType: 'application/scim+json', refusal: scimRefusal };
/** A first run over a large company comes at once. */
const LIMIT: Limit = { per: 'address', max: 600, windowSec: 60 };
const at = <P extends string>(path: P) => `/api/scim/v2/${path}` as const;
const tokens = <P extends string>(path: P) => `/admin/saas_plat/scim_token${path}` as const;
const One = { id: z.string().max(100) };
const common = { standard: scim, limit: LIMIT };

export const scimApi = {
  tokens: endpoint({
    method: 'GET',
    path: tokens(''),
    access: 'signedIn',
    handlesFailures: true,
    summary: 'The tokens of the company’s provider, and where it finds us; for owners.',
    input: nothing,
    data: z.object({ address: z.string(), tokens: z.array(ScimToken) }),
  }),
  addToken: endpoint({
    method: 'POST',
    path: tokens(''),
    access: 'signedIn',
    freshProof: true,
    summary: 'Makes a token for the company’s provider. The answer is the only place that ever shows it.',
    input: z.object({ networks: Networks.default([]) }),
    data: z.object({ id: z.number(), token: z.string() }),
  }),
  removeToken: endpoint({
    method: 'DELETE',
    path: tokens('/{id}'),
    access: 'signedIn',
    summary: 'Revokes a token: the provider is refused from now on.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),

  config: standardCall({
    ...common,
    method: 'GET',
    path: at('ServiceProviderConfig'),
    summary: 'SCIM: what is spoken here.',
    input: nothing,
    data: Document,
  }),
  resourceTypes: standardCall({
    ...common,
    method: 'GET',
    path: at('ResourceTypes'),
    summary: 'SCIM: what is kept here: users.',
    input: nothing,
    data: listOf(Document),
  }),
  schemas: standardCall({
    ...common,
    method: 'GET',
    path: at('Schemas'),
    summary: 'SCIM: the attributes of a user.',
    input: nothing,
    data: listOf(Document),
  }),
  users: standardCall({
    ...common,
    method: 'GET',
    path: at('Users'),
    summary: 'SCIM: members with an address in the company’s domains, all or the one a filter names.',
    input: z.object({
      filter: z.string().max(500).optional(),
      startIndex: z.coerce.number().int().max(1_000_000_000).optional(),
      count: z.coerce.number().int().max(1_000_000_000).optional(),
    }),
    data: listOf(ScimUser),
  }),
  user: standardCall({
    ...common,
    method: 'GET',
    path: at('Users/{id}'),
    summary: 'SCIM: one member.',
    input: z.object(One),
    data: ScimUser,
  }),
  createUser: standardCall({
    ...common,
    method: 'POST',
    path: at('Users'),
    summary: 'SCIM: makes a member, who signs in by the company.',
    input: z.object(sentUser),
    data: ScimUser,
  }),
  replaceUser: standardCall({
    ...common,
    method: 'PUT',
    path: at('Users/{id}'),
    summary: 'SCIM: says anew all of a member.',
    input: z.object({ ...sentUser, ...One }),
    data: ScimUser,
  }),
  patchUser: standardCall({
    ...common,
    method: 'PATCH',
    path: at('Users/{id}'),
    summary: 'SCIM: changes some of a member.',
    input: z.object({ ...One, Operations: z.array(PatchOperation).min(1).max(100) }),
    data: ScimUser,
  }),
  deleteUser: standardCall({
    ...common,
    method: 'DELETE',
    path: at('Users/{id}'),
    summary: 'SCIM: shuts a member out; what they did stays.',
    input: z.object(One),
    data: z.null(),
  }),
};
