import { z } from 'zod';
import { WRITTEN_NUMBER_MOST } from '#core/numbers/written-number.ts';
import { endpoint, Id, nothing, pageOf, PageQuery } from '#shared/endpoint.ts';

export const EXTERNAL_NUMBERS_MOST = 1_000;
export const CODE_MINUTES = 10;

/** A number that is not ours and is shown to called people once it was proven. */
export const ExternalNumber = z.object({
  id: z.number(),
  number: z.string(),
  remark: z.string(),
  countryIso2: z.string(),
  /** Shown on calls over this route alone; null: over all. */
  routerId: z.number().nullable(),
  routerName: z.string(),
  enabled: z.boolean(),
  /** A code that was sent or spoken to it came back. */
  isVerified: z.boolean(),
});
export type ExternalNumber = z.infer<typeof ExternalNumber>;

const remark = z.string().trim().max(100).default('');
const routerId = Id.nullable().default(null);
export const NewExternalNumber = z.object({
  /** Written in any way; with its country, or the country beside it. */
  number: z.string().trim().min(1).max(WRITTEN_NUMBER_MOST),
  countryIso2: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .default(null),
  remark,
  routerId,
});
export type NewExternalNumber = z.output<typeof NewExternalNumber>;

export const CodeWay = z.enum(['sms', 'call']);
export type CodeWay = z.infer<typeof CodeWay>;

const at = <P extends string>(path: P) => `/cc/api/externalNumber/v1/${path}` as const;
const one = z.object({ id: Id });

export const externalNumbersApi = {
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'external-numbers.view',
    reads: true,
    summary: 'Numbers that are not ours and shall be shown to called people, proven or not.',
    input: PageQuery.extend({
      number: z.string().max(20).optional(),
      remark: z.string().max(100).optional(),
      isVerified: z.boolean().optional(),
    }),
    data: pageOf(ExternalNumber),
  }),
  all: endpoint({
    method: 'POST',
    path: at('all'),
    access: 'external-numbers.view',
    reads: true,
    summary: 'Those that may be shown: proven and switched on.',
    input: nothing,
    data: z.array(ExternalNumber),
  }),
  routers: endpoint({
    method: 'POST',
    path: at('routers'),
    access: 'external-numbers.view',
    reads: true,
    summary: 'Routes a number can be bound to.',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'external-numbers.edit',
    summary: 'Adds a number; it is shown to nobody until it was proven.',
    input: NewExternalNumber,
    data: ExternalNumber,
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'external-numbers.edit',
    summary: 'Changes what is known of a number; the number itself stays as it was proven.',
    input: one.extend({ remark, routerId, enabled: z.boolean() }),
    data: ExternalNumber,
  }),
  delete: endpoint({
    method: 'POST',
    path: at('delete'),
    access: 'external-numbers.edit',
    summary: 'Deletes a number, unless a group calls with it alone.',
    input: one,
    data: z.null(),
  }),
  queryCode: endpoint({
    method: 'POST',
    path: at('queryCode'),
    access: 'external-numbers.edit',
    summary: 'Asks for a code: sent to the number as a message, or spoken in a call to it.',
    limit: { per: 'user', max: 10, windowSec: 600 },
    input: one.extend({ by: CodeWay }),
    data: z.null(),
  }),
  verify: endpoint({
    method: 'POST',
    path: at('verify'),
    access: 'external-numbers.edit',
    summary: 'Gives the code back; the number may be shown from then on.',
    limit: { per: 'user', max: 30, windowSec: 600 },
    input: one.extend({ code: z.string().regex(/^\d{6}$/) }),
    data: ExternalNumber,
  }),
};
