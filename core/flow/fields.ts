import { z } from 'zod';
import { AttrKey, type Spoken } from './flow.ts';

/**
 * Settings several kinds have. `meta({ is })` tells the form what to offer: a variable, an expression, a tag … Where there is none, the
 * type is all there is to know.
 */
export const variableField = AttrKey.meta({ is: 'variable' });
/** Empty for nowhere. */
export const optionalVariable = z
  .union([AttrKey, z.literal('')])
  .default('')
  .meta({ is: 'variable' });
export const expressionField = z.string().trim().min(1).max(500).meta({ is: 'expression' });
export const templateField = (max: number) => z.string().max(max).meta({ is: 'template' });
export const idField = (is: 'group' | 'agent' | 'flow' | 'tag' | 'smsTemplate' | 'calendar') =>
  z.number().int().positive().meta({ is });
export const branchKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/)
  .meta({ is: 'branchKey' });

export const silenceMs = z.number().int().min(1_000).max(60_000).default(6_000).meta({ is: 'ms' });
export const tries = z.number().int().min(1).max(10).default(3);
export const noWords = (): Spoken => ({ words: {}, sounds: {} });

/** What people mean, by what they say. */
export const Intent = z.object({
  key: branchKey,
  name: z.string().trim().max(60).default(''),
  examples: z.array(z.string().trim().min(1).max(200)).min(1).max(50),
});
export type Intent = z.infer<typeof Intent>;

/** A branch of the designer's own. */
export const branchOf = ({ key, name }: { key: string; name: string }): { key: string; label?: string } =>
  name === '' ? { key } : { key, label: name };

/** Nothing is said in any language. */
export const isSilent = ({ words, sounds }: Spoken): boolean =>
  Object.values(words).every((word) => (word ?? '').trim() === '') && Object.keys(sounds).length === 0;

/** What must be said and is not, as problems. */
export const wordsMissing = <Key extends string>(
  settings: Readonly<Record<Key, Spoken>>,
  ...fields: readonly Key[]
): { text: string; field: string }[] =>
  fields.filter((field) => isSilent(settings[field])).map((field) => ({ text: 'noWords', field }));

export const doubled = (
  keys: readonly string[],
  field: string,
): { text: string; field: string; values: { key: string } }[] =>
  keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => ({ text: 'doubledKey', field, values: { key } }));
