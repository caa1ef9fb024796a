import { z } from 'zod';
import { Networks } from '#core/network/network.ts';
import { apiScopes } from '#shared/api-scopes.ts';
import { endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';

export const KEYS_MOST = 50;
export const NAME_MAX = 60;

const ApiScope = z.enum(apiScopes);

const fields = {
  name: z.string().trim().min(1).max(NAME_MAX),
  scopes: z.array(ApiScope).min(1).max(apiScopes.length),
  /** Null: until somebody removes it. */
  expiresAt: WireTime.nullable(),
  /** Numbers and names of customers leave with stars. */
  maskNumbers: z.boolean(),
  /** From where it may be used; none: from anywhere. */
  networks: z.array(z.string()),
};

/** A key of the tenant as people see it: never the key itself. */
export const ApiKey = z.object({
  id: z.number(),
  ...fields,
  /** The first letters, to know it again. */
  prefix: z.string(),
  enabled: z.boolean(),
  /** `keeperLeft`, `keeperOff`: who answers for it is no longer in the team, or was switched off. Whoever switches it on answers for it then. */
  state: z.enum(['active', 'off', 'expired', 'keeperLeft', 'keeperOff']),
  /** Scopes that open less than they say: who answers for the key has lost rights they need. */
  lost: z.array(ApiScope),
  createdBy: z.string(),
  /** Who answers for it; empty once they have left. */
  keeper: z.string(),
  createdAt: WireTime,
  /** To the minute; null when it was never used. */
  lastUsedAt: WireTime.nullable(),
  lastUsedAddress: z.string(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A scope on offer: how many calls it opens, and whether I hold what it gives away. */
export const ScopeOffer = z.object({ scope: ApiScope, calls: z.array(z.string()), mayGive: z.boolean() });
export type ScopeOffer = z.infer<typeof ScopeOffer>;

const at = <P extends string>(path: P) => `/cc/api/tenantApi/v1/${path}` as const;
/** Who says nothing of networks leaves them as they are. */
const Fields = z.object({ ...fields, networks: Networks.optional() });

export const tenantApiApi = {
  list: endpoint({
    method: 'POST',
    path: at('list'),
    access: 'tenant-api.view',
    reads: true,
    summary: 'The keys of my team, newest first, and the scopes a key can have.',
    input: nothing,
    data: z.object({ keys: z.array(ApiKey), scopes: z.array(ScopeOffer), mustMask: z.boolean() }),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'tenant-api.edit',
    freshProof: true,
    summary: 'Makes a key. The answer is the only place that ever shows it.',
    input: Fields,
    data: z.object({ id: z.number(), key: z.string() }),
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'tenant-api.edit',
    freshProof: true,
    summary:
      'Changes what a key may do and until when, or switches it off and on; whoever switches it on answers for it.',
    input: Fields.extend({ id: Id, enabled: z.boolean() }),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'POST',
    path: at('remove'),
    access: 'tenant-api.edit',
    summary: 'Removes a key for good: programs that use it are refused from now on.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
};
