import { z } from 'zod';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { Flow, NodeId } from './flow.ts';
import type { Answer } from './flow-events.ts';

const value = z.union([z.string().max(2_000), z.number()]);

/** What the world answers, as it is kept; the flow of a jump is named by its id and given by whoever plays. */
export const KeptAnswer = z.union([
  z.object({ ok: z.literal(false), why: z.string().max(100) }),
  z.object({ ok: z.literal(true), what: z.literal('done') }),
  z.object({
    ok: z.literal(true),
    what: z.literal('open'),
    isOpen: z.boolean(),
    isHoliday: z.boolean().default(false),
  }),
  z.object({ ok: z.literal(true), what: z.literal('http'), status: z.number().int(), body: z.string().max(20_000) }),
  z.object({
    ok: z.literal(true),
    what: z.literal('detected'),
    person: z.enum(['human', 'voicemail', 'silence', 'unknown']),
    ms: z.number().default(0),
  }),
  z.object({
    ok: z.literal(true),
    what: z.literal('language'),
    language: CustomerLanguage.schema,
    scores: z.record(z.string(), z.number()).default({}),
  }),
  z.object({ ok: z.literal(true), what: z.literal('score'), key: z.number().int().nullable() }),
  z.object({ ok: z.literal(true), what: z.literal('flow'), flow: Flow, name: z.string().max(100) }),
]) satisfies z.ZodType<Answer>;

const words = z.string().max(2_000);

/** What happens in a kept conversation; what is said is always said at once, except where somebody speaks into it. */
export const CaseStep = z.union([
  z.object({ heard: words, phrase: words.optional() }),
  z.object({ keys: z.string().regex(/^[0-9*#]{1,99}$/) }),
  /** Somebody speaks into what is being said. */
  z.object({ interrupts: words }),
  z.object({ silent: z.literal(true) }),
  z.object({ timeUp: z.literal(true) }),
  z.object({ answer: KeptAnswer }),
  /** The model's answer, sentence by sentence; none is an empty one. */
  z.object({ brain: z.array(words).max(20) }),
  z.object({ calls: z.string().max(40), input: z.record(z.string(), z.string().max(2_000)).default({}) }),
  z.object({ hangsUp: z.literal(true) }),
]);
export type CaseStep = z.infer<typeof CaseStep>;

/** What shall have come of it. `after` counts steps from 1: up to and with that step; without it, at the end. Exactly one thing each. */
export const Expectation = z
  .object({
    after: z.number().int().min(0).max(500).optional(),
    /** This node was left by this branch; without a node, any was. */
    branch: z.string().max(60).optional(),
    node: NodeId.optional(),
    variable: z.object({ attrKey: z.string().max(40), is: value }).optional(),
    /** Said by the flow, as part of a line, small and capital letters alike. */
    words: words.optional(),
    notWords: words.optional(),
    result: AiCallResult.schema.optional(),
    /**
     * From what the caller did to the first line after it, without `after` of every turn. Kept conversations are judged by how long the flow
     * takes to decide, simulated ones also by how long the model takes; recognition and voice are in neither.
     */
    maxLatencyMs: z.number().int().min(0).max(60_000).optional(),
  })
  .refine(
    ({ branch, variable, words, notWords, result, maxLatencyMs }) =>
      [branch, variable, words, notWords, result, maxLatencyMs].filter((one) => one !== undefined).length === 1,
    'one expectation each',
  );
export type Expectation = z.infer<typeof Expectation>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A conversation that is kept to be played again against every later version. */
export const FlowCase = z.object({
  name: z.string().trim().min(1).max(100),
  language: CustomerLanguage.schema.optional(),
  caller: z
    .object({
      number: z.string().max(20).default('5550100'),
      /** A customer of the team, whose fields and tags are read when it is played; `fields` and `tagIds` given here go before them. */
      customerId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
      fields: z.record(z.string(), value).default({}),
      tagIds: z.array(z.number().int()).max(100).default([]),
    })
    .default({ number: '5550100', fields: {}, tagIds: [] }),
  values: z.record(z.string(), value).default({}),
  /** `YYYY-MM-DDTHH:mm:ssZ`: when it takes place, so that "tomorrow" is the same day for ever. */
  at: z.iso.datetime().default('2026-01-15T12:00:00Z'),
  timeZone: z.string().max(60).refine(isTimeZone, 'a time zone').default('UTC'),
  steps: z.array(CaseStep).max(500),
  expects: z.array(Expectation).max(100),
});
export type FlowCase = z.infer<typeof FlowCase>;
