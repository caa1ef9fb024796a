import { z } from 'zod';
import type { LimitKind } from '#core/call/plan-facts.ts';
import { diallingCode } from '#shared/countries.ts';
import { endpoint, Id, nothing, pageOf, PageQuery } from '#shared/endpoint.ts';

/**
 * What is limited: failed calls to one number, calls to one number, different numbers, calls per second (all within
 * `windowSec`), calls at once, and what calls of a day cost, in the smallest unit of the currency (cents), as far as the
 * price lists of trunks tell. `core/call/call-permission.ts` says what is answered to a call beyond it.
 */
export const limitKinds = [
  'failure',
  'perNumber',
  'numbers',
  'callsPerSecond',
  'concurrent',
  'costPerDay',
] as const satisfies readonly LimitKind[];
const Kind = z.enum(limitKinds);
/** Whose calls are counted together: everybody's, those of a group, or each agent's own. */
export const LimitScope = z.enum(['tenant', 'group', 'agent']);

/** Kinds that hold at every moment, or by the day of the tenant's clock; the others count within a time of their own. */
export const MOMENTARY: readonly LimitKind[] = ['callsPerSecond', 'concurrent', 'costPerDay'];
const WEEK_SEC = 7 * 86_400;

export const CallLimit = z.object({
  id: z.number(),
  kind: Kind,
  max: z.number().int(),
  windowSec: z.number().int(),
  scope: LimitScope,
  groupId: z.number().nullable(),
  groupName: z.string(),
  enabled: z.boolean(),
  /** How much of it is used now; of what each agent or each number has, the most anybody has used. */
  used: z.number(),
});
export type CallLimit = z.infer<typeof CallLimit>;

const limitShape = {
  kind: Kind,
  max: z.number().int().min(0).max(100_000_000),
  windowSec: z.number().int().min(1).max(WEEK_SEC),
  scope: LimitScope,
  groupId: Id.nullable(),
  enabled: z.boolean(),
};
/** A group is named exactly where the calls of one are counted. */
const namesItsGroup = ({ scope, groupId }: { scope: z.infer<typeof LimitScope>; groupId: number | null }): boolean =>
  (scope === 'group') === (groupId !== null);
/** What somebody may set of a limit. */
export const LimitFields = z.object(limitShape).refine(namesItsGroup, { path: ['groupId'] });
export type LimitFields = z.infer<typeof LimitFields>;

/** A country that has a dialling code. */
const CallableCountry = z.string().refine((iso2) => diallingCode(iso2) !== null && iso2 === iso2.toUpperCase());

const at = <P extends string>(path: P) => `/cc/api/callLimit/v1/${path}` as const;

export const callLimitsApi = {
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'call-limits.view',
    reads: true,
    summary: 'How much may be called, and how much of it is used; what calls cost is told in the currency of the team.',
    input: PageQuery,
    data: pageOf(CallLimit).extend({ currency: z.string() }),
  }),
  countries: endpoint({
    method: 'POST',
    path: at('countries'),
    access: 'call-limits.view',
    reads: true,
    summary: 'Countries that may be called; all of them when the list is empty.',
    input: nothing,
    data: z.array(z.object({ iso2: z.string(), code: z.string(), name: z.string() })),
  }),
  groups: endpoint({
    method: 'POST',
    path: at('groups'),
    access: 'call-limits.edit',
    reads: true,
    summary: 'Groups whose calls can be limited.',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'call-limits.edit',
    summary: 'Adds a limit; the next call keeps it.',
    input: LimitFields,
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'call-limits.edit',
    summary: 'Changes a limit; the next call keeps it.',
    input: z.object({ id: Id, ...limitShape }).refine(namesItsGroup, { path: ['groupId'] }),
    data: z.null(),
  }),
  delete: endpoint({
    method: 'POST',
    path: at('delete'),
    access: 'call-limits.edit',
    summary: 'Deletes a limit.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  setCountries: endpoint({
    method: 'POST',
    path: at('setCountries'),
    access: 'call-limits.edit',
    summary: 'Says which countries may be called; none means all.',
    input: z.object({ iso2s: z.array(CallableCountry).max(250) }),
    data: z.null(),
  }),
};
