import { z } from 'zod';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { WRITTEN_NUMBER_MOST } from '#core/numbers/written-number.ts';
import { endpoint, Id, nothing, pageOf, PageQuery } from '#shared/endpoint.ts';
import { pathSays } from './core/caller-path.ts';

/** A tenant has no more numbers than this. */
export const NUMBERS_MOST = 10_000;

const Goal = z.union([
  z.object({ kind: z.literal('group'), groupId: Id }),
  z.object({ kind: z.literal('voicemail') }),
  z.object({ kind: z.literal('hangUp') }),
]);

/** What a caller is asked, and where each key leads. */
export const Menu = z.object({
  /** Name of the announcement, such as `menu.main`; `sound.12` is a sound of the team. */
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
  /** Whose hours it follows; null: those of the groups it leads to. */
  calendarId: z.number().nullable(),
  calendarName: z.string(),
  /** The account it was taken over from; empty for one that was typed in. */
  accountName: z.string(),
  enabled: z.boolean(),
});
export type DidNumber = z.infer<typeof DidNumber>;

/** What leads callers, as the list is filtered. */
export const NumberGoal = z.enum(['group', 'menu', 'flow', 'nowhere']);
export type NumberGoal = z.infer<typeof NumberGoal>;

const Iso2 = z.string().regex(/^[A-Z]{2}$/);
export const NewNumber = z.object({
  /** Written in any way; with its country, or the country beside it. */
  number: z.string().trim().min(1).max(WRITTEN_NUMBER_MOST),
  countryIso2: Iso2.nullable().default(null),
  remark: z.string().trim().max(100).default(''),
  groupId: Id.nullable().default(null),
});
export type NewNumber = z.output<typeof NewNumber>;

/** A line of the way of callers, in words of `did-numbers.path.…`. */
const Line = z.object({
  says: z.enum(pathSays),
  /** What to look at before callers do. */
  isTrouble: z.boolean(),
  /** What is named in it. */
  values: z.record(z.string(), z.string()),
});

const at = <P extends string>(path: P) => `/cc/api/didNumber/v1/${path}` as const;

export const didNumbersApi = {
  my: endpoint({
    method: 'POST',
    path: at('my'),
    access: 'did-numbers.view',
    reads: true,
    summary: 'The numbers people can call us at.',
    input: PageQuery.extend({
      number: z.string().max(20).optional(),
      remark: z.string().max(100).optional(),
      countryIso2: Iso2.optional(),
      groupId: Id.optional(),
      goal: NumberGoal.optional(),
      enabled: z.boolean().optional(),
    }),
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
  choices: endpoint({
    method: 'POST',
    path: at('choices'),
    access: 'did-numbers.view',
    reads: true,
    summary: 'Calendars a number can follow, sounds of the team its menu can say, and countries it has numbers of.',
    input: nothing,
    data: z.object({
      calendars: z.array(z.object({ id: z.number(), name: z.string() })),
      sounds: z.array(z.object({ id: z.number(), name: z.string() })),
      countries: z.array(z.string()),
    }),
  }),
  path: endpoint({
    method: 'POST',
    path: at('path'),
    access: 'did-numbers.view',
    reads: true,
    summary: 'Where callers of a number go at this moment, step by step, and why.',
    input: z.object({ id: Id }),
    data: z.array(Line),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'did-numbers.edit',
    summary: 'Adds a number people can call; one installation answers a number once.',
    input: NewNumber,
    data: DidNumber,
  }),
  enable: endpoint({
    method: 'POST',
    path: at('enable'),
    access: 'did-numbers.edit',
    summary: 'Switches numbers on or off; nobody answers one that is off.',
    input: z.object({ ids: z.array(Id).min(1).max(1_000), enabled: z.boolean() }),
    data: z.object({ changed: z.number() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: at('remove'),
    access: 'did-numbers.edit',
    summary: 'Removes a number, unless a group calls with it alone; rules for its callers go with it.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  hours: endpoint({
    method: 'POST',
    path: at('hours'),
    access: 'did-numbers.edit',
    summary: 'Lets a number follow a calendar, or none of its own.',
    input: z.object({ id: Id, calendarId: Id.nullable() }),
    data: DidNumber,
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
