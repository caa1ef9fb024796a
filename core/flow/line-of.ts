import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { fill } from './fill.ts';
import type { FlowLine } from './flow-events.ts';
import type { Spoken } from './flow.ts';
import type { FlowRun } from './run.ts';
import { writeValue } from './values/write-value.ts';

/** Values as people take them in: a price with its currency, a time by the clock the variable names. */
export const filled = ({ flow, values, language }: FlowRun, text: string, how: 'spoken' | 'written'): string =>
  fill(text, values, (key, value) =>
    writeValue(
      flow.variables.find(({ attrKey }) => attrKey === key),
      value,
      language,
      how,
    ),
  );

/** In the language of the conversation; where it has neither words nor a sound, in the first the flow speaks, and by the voice of that. */
export function lineOf({ words, sounds }: Spoken, run: FlowRun): FlowLine {
  const has = (language: CustomerLanguage): boolean =>
    (words[language] ?? '').trim() !== '' || sounds[language] !== undefined;
  const language = has(run.language) ? run.language : run.flow.languages[0]!;
  return {
    text: filled({ ...run, language }, words[language] ?? '', 'spoken'),
    language,
    soundId: sounds[language] ?? null,
  };
}
