import { z } from 'zod';
import { endpoint, nothing, pageOf, PageQuery } from '#shared/endpoint.ts';

/**
 * What is limited: failed calls to one number, calls to one number, different numbers, calls per second (all within
 * `windowSec`), and calls at once. `core/call/call-permission.ts` says what is answered to a call beyond it.
 */
export const LimitKind = z.enum(['failure', 'perNumber', 'numbers', 'callsPerSecond', 'concurrent']);
/** Whose calls are counted together: everybody's, those of a group, or each agent's own. */
export const LimitScope = z.enum(['tenant', 'group', 'agent']);

export const CallLimit = z.object({
  id: z.number(),
  kind: LimitKind,
  max: z.number().int(),
  windowSec: z.number().int(),
  scope: LimitScope,
  groupId: z.number().nullable(),
  groupName: z.string(),
  enabled: z.boolean(),
});
export type CallLimit = z.infer<typeof CallLimit>;

const at = <P extends string>(path: P) => `/cc/api/callLimit/v1/${path}` as const;

export const callLimitsApi = {
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'call-limits.view',
    reads: true,
    summary: 'How much may be called.',
    input: PageQuery,
    data: pageOf(CallLimit),
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
};
