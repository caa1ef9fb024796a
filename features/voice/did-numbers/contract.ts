import { z } from 'zod';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { endpoint, Id, nothing, pageOf, PageQuery } from '#shared/endpoint.ts';

const Goal = z.union([
  z.object({ kind: z.literal('group'), groupId: Id }),
  z.object({ kind: z.literal('voicemail') }),
  z.object({ kind: z.literal('hangUp') }),
]);

/** What a caller is asked, and where each key leads. */
export const Menu = z.object({
  /** Name of the announcement, such as `menu.main`. */
  prompt: z.string().regex(/^[a-z0-9.-]{1,60}$/),
  keys: z.record(z.string().regex(/^[0-9*#]$/), Goal),
  /** Without a key that leads somewhere. */
  otherwise: Goal,
  waitMs: z.number().int().min(1_000).max(30_000).default(5_000),
  tries: z.number().int().min(1).max(5).default(3),
});
export type Menu = z.infer<typeof Menu>;

export const DidNumber = z.object({
  id: z.number(),
  number: z.string(),
  countryIso2: z.string(),
  remark: z.string(),
  inboundConfig: InboundConfig.schema,
  groupId: z.number().nullable(),
  groupName: z.string(),
  menu: Menu.nullable(),
  /** With inboundConfig 2: who answers in place of the menu. */
  flowId: z.number().nullable(),
  flowName: z.string(),
  enabled: z.boolean(),
});
export type DidNumber = z.infer<typeof DidNumber>;

const at = <P extends string>(path: P) => `/cc/api/didNumber/v1/${path}` as const;

export const didNumbersApi = {
  my: endpoint({
    method: 'POST',
    path: at('my'),
    access: 'did-numbers.view',
    reads: true,
    summary: 'The numbers people can call us at.',
    input: PageQuery.extend({ number: z.string().max(20).optional(), remark: z.string().max(100).optional() }),
    data: pageOf(DidNumber),
  }),
  groups: endpoint({
    method: 'POST',
    path: at('groups'),
    access: 'did-numbers.view',
    reads: true,
    summary: 'Agent groups with the numbers whose callers they get.',
    input: nothing,
    data: z.array(
      z.object({
        groupId: z.number(),
        groupName: z.string(),
        numbers: z.array(z.object({ id: z.number(), number: z.string() })),
      }),
    ),
  }),
  flows: endpoint({
    method: 'POST',
    path: at('flows'),
    access: 'did-numbers.view',
    reads: true,
    summary: 'Published flows that can answer a number.',
    input: nothing,
    data: z.array(z.object({ flowId: z.number(), flowName: z.string() })),
  }),
  remark: endpoint({
    method: 'POST',
    path: at('remark'),
    access: 'did-numbers.edit',
    summary: 'Writes a remark at a number.',
    input: z.object({ id: Id, remark: z.string().trim().max(100) }),
    data: DidNumber,
  }),
  inboundConfig: endpoint({
    method: 'POST',
    path: at('inboundConfig'),
    access: 'did-numbers.edit',
    summary:
      'Sends callers of a number to an agent group (1), or to a flow or through a menu (2); of a flow the group gets whom it cannot serve.',
    input: z.object({
      id: Id,
      inboundConfig: InboundConfig.schema,
      groupId: Id.optional(),
      menu: Menu.optional(),
      flowId: Id.optional(),
    }),
    data: DidNumber,
  }),
};
