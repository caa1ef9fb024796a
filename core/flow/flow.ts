import { z } from 'zod';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { VariableType } from '#shared/codes/variable-type.ts';

/** A node's name within its flow; the specification calls it stepId. */
export const NodeId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
export type NodeId = z.infer<typeof NodeId>;

/** The name a value of a conversation is known by. */
export const AttrKey = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/);

/** What to say, by language. `{{name}}` stands for a value. A sound, where there is one for the language, is played instead of the words. */
export const Spoken = z.object({
  words: z.partialRecord(CustomerLanguage.schema, z.string().max(2_000)),
  sounds: z.partialRecord(CustomerLanguage.schema, z.number().int().positive()).default({}),
});
export type Spoken = z.infer<typeof Spoken>;

/** A value a conversation can hold (specification P3). `valueFormat` 1 of a time is the 12-hour clock. */
export const Variable = z.object({
  attrKey: AttrKey,
  name: z.string().trim().min(1).max(60),
  valueType: VariableType.schema,
  valueFormat: z.number().int().min(0).max(99).default(0),
  /** Of a price. */
  currency: z.string().length(3).optional(),
  /** Of a choice. */
  choices: z.array(z.string().trim().min(1).max(60)).max(100).default([]),
});
export type Variable = z.infer<typeof Variable>;

/** Settings are a few levels deep; whoever walks through them need not fear for the stack. */
const DEEPEST = 20;
const isShallow = (value: unknown, levels = DEEPEST): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

/** One step. Its settings are checked by its kind (`kinds/`). */
export const FlowNode = z.object({
  id: NodeId,
  kind: z.string().regex(/^[a-zA-Z]{1,30}$/),
  name: z.string().max(60).default(''),
  settings: z.record(z.string(), z.unknown()).refine((settings) => isShallow(settings), 'too deep'),
  x: z.number().min(-100_000).max(100_000),
  y: z.number().min(-100_000).max(100_000),
});
export type FlowNode = z.infer<typeof FlowNode>;

/** Where a branch of a node leads. A branch without one ends the conversation. */
export const Edge = z.object({ from: NodeId, branch: z.string().min(1).max(60), to: NodeId });
export type Edge = z.infer<typeof Edge>;

/** A comment on the canvas. */
export const Note = z.object({
  id: NodeId,
  text: z.string().max(2_000),
  x: z.number(),
  y: z.number(),
  width: z.number().min(80).max(2_000),
  height: z.number().min(40).max(2_000),
});
export type Note = z.infer<typeof Note>;

/** Who hears, speaks and answers in a flow, by channel; null as the team has it. */
export const FlowSpeech = z.object({
  recognition: SpeechChannel.schema.nullable().default(null),
  voice: SpeechChannel.schema.nullable().default(null),
  /** What the chosen voice is called by whoever speaks, by language. */
  voices: z.partialRecord(CustomerLanguage.schema, z.string().trim().max(100)).default({}),
  brain: SpeechChannel.schema.nullable().default(null),
});
export type FlowSpeech = z.infer<typeof FlowSpeech>;

/** A conversation as it was designed. Kept as JSON; `format` tells later versions how to read it. */
export const Flow = z.object({
  format: z.literal(1),
  /** Those it can speak; the first is the one it begins with. */
  languages: z.array(CustomerLanguage.schema).min(1).max(16),
  variables: z.array(Variable).max(200),
  nodes: z.array(FlowNode).min(1).max(500),
  edges: z.array(Edge).max(3_000),
  notes: z.array(Note).max(200),
  /** Of the whole conversation, other flows it goes on in included. */
  speech: FlowSpeech.optional(),
});
export type Flow = z.infer<typeof Flow>;

/** What a value is while a conversation goes on: dates are `YYYY-MM-DD`, times `HH:mm`, phones digits with the country's code. */
export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;
