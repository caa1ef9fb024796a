import { z } from 'zod';
import { answerKinds, stepProblems } from './core/walk.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

export const SCRIPT_NAME_MAX = 60;
export const SCRIPT_CONTENT_MAX = 20_000;
export const SCRIPTS_MOST = 500;

export const ScriptDirection = z.enum(['any', 'inbound', 'outbound']);
export type ScriptDirection = z.infer<typeof ScriptDirection>;

export const STEPS_MOST = 100;
const StepId = z.string().regex(/^[a-z0-9]{1,20}$/);
const StepText = z.string().trim().min(1).max(2_000);
/** Where a choice leads: a later step, `end`, or the step that follows. */
const Choice = z.object({ value: z.string().trim().min(1).max(100), next: StepId.optional() });
export const ScriptStep = z.discriminatedUnion('kind', [
  z.object({ id: StepId, kind: z.literal('say'), text: StepText }),
  z.object({
    id: StepId,
    kind: z.literal('ask'),
    text: StepText,
    answer: z.enum(answerKinds),
    required: z.boolean().default(false),
    choices: z.array(Choice).max(30).default([]),
  }),
]);
export type ScriptStep = z.output<typeof ScriptStep>;
export const ANSWER_MAX = 2_000;

export const ScriptFields = z.object({
  name: z.string().trim().min(1).max(SCRIPT_NAME_MAX),
  /** Plain text; `features/voice/call-scripts/core/script.ts` lists what may stand in braces. */
  content: z.string().trim().min(1).max(SCRIPT_CONTENT_MAX),
  direction: ScriptDirection.default('any'),
  enabled: z.boolean().default(true),
  /** Bound to these groups and our numbers; to neither: for every call. */
  groupIds: z.array(Id).max(100).default([]),
  numbers: z
    .array(z.string().regex(/^\d{3,20}$/))
    .max(100)
    .default([]),
  /** What is said and asked after the text; ways lead forward only. */
  steps: z
    .array(ScriptStep)
    .max(STEPS_MOST)
    .refine((steps) => stepProblems(steps).length === 0, 'a way that leads nowhere')
    .default([]),
});
export type ScriptFields = z.output<typeof ScriptFields>;

export const Script = ScriptFields.extend({
  id: z.number(),
  direction: ScriptDirection,
  enabled: z.boolean(),
  groupIds: z.array(z.number()),
  numbers: z.array(z.string()),
  steps: z.array(ScriptStep),
  groupNames: z.array(z.string()),
  updatedBy: z.string(),
  updatedAt: WireTime,
});
export type Script = z.infer<typeof Script>;

/** A script as the agent reads it in a call. */
export const ShownScript = z.object({
  id: z.number(),
  name: z.string(),
  content: z.string(),
  steps: z.array(ScriptStep),
  /** By step. */ answers: z.record(z.string(), z.string()),
});
export type ShownScript = z.infer<typeof ShownScript>;

/** What somebody answered in a call, with the question as it was asked. */
export const ScriptAnswer = z.object({
  scriptName: z.string(),
  question: z.string(),
  kind: z.enum(answerKinds),
  answer: z.string(),
  /** On a way that was left again. */ isLeft: z.boolean(),
  author: z.string(),
  at: WireTime,
});
export type ScriptAnswer = z.infer<typeof ScriptAnswer>;

const CallId = z.string().regex(/^[\w.@-]{1,100}$/);
const at = <P extends string>(path: P) => `/cc/api/script/v1/${path}` as const;
const ofScript = z.object({ id: Id });

export const scriptsApi = {
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'scripts.view',
    reads: true,
    summary: 'The scripts, by name.',
    input: PageQuery.extend({
      name: z.string().trim().max(SCRIPT_NAME_MAX).optional(),
      groupId: Id.optional(),
      enabled: z.boolean().optional(),
    }),
    data: pageOf(Script),
  }),
  all: endpoint({
    method: 'POST',
    path: at('all'),
    access: 'scripts.use',
    reads: true,
    summary: 'Names of the scripts in use, for choosing one.',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'scripts.edit',
    summary: 'Adds a script.',
    input: ScriptFields,
    data: z.object({ id: z.number() }),
  }),
  edit: endpoint({
    method: 'POST',
    path: at('edit'),
    access: 'scripts.edit',
    summary: 'Changes a script; calls that begin from now on show it.',
    input: ScriptFields.extend({ id: Id }),
    data: z.null(),
  }),
  delete: endpoint({
    method: 'POST',
    path: at('delete'),
    access: 'scripts.edit',
    summary: 'Deletes a script.',
    input: ofScript,
    data: z.null(),
  }),
  detail: endpoint({
    method: 'POST',
    path: at('detail'),
    access: 'scripts.view',
    reads: true,
    summary: 'One script as it is written.',
    input: ofScript,
    data: Script,
  }),
  scriptInfo: endpoint({
    method: 'POST',
    path: at('scriptInfo'),
    access: 'scripts.use',
    reads: true,
    summary: 'The scripts for a call of mine, the fittest first, filled in with what is known of it.',
    input: z.object({ callId: CallId }),
    data: z.array(ShownScript),
  }),
  answer: endpoint({
    // Its trace is in the call's record: every answer in the operation log would hide the rest.
    method: 'POST',
    path: at('answer'),
    access: 'scripts.use',
    reads: true,
    summary: 'Keeps what was answered to a step in a call of mine; an empty answer takes it back.',
    input: z.object({ callId: CallId, scriptId: Id, stepId: StepId, answer: z.string().trim().max(ANSWER_MAX) }),
    data: z.null(),
  }),
  answers: endpoint({
    method: 'POST',
    path: at('answers'),
    access: 'scripts.use',
    reads: true,
    summary: 'What was answered in a call, in the order of the script.',
    input: z.object({ callId: CallId }),
    data: z.array(ScriptAnswer),
  }),
};
