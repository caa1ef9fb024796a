import type { InputOf } from '#platform/web/call.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { flowsApi } from '../../contract.ts';

/** A made-up caller as the form has them, and how often they call. */
export interface SimulationValues {
  by: 'model' | 'script';
  name: string;
  persona: string;
  goal: string;
  facts: readonly CallerFact[];
  language: CustomerLanguage;
  runs: number;
  maxTurns: number;
  words: string;
}

/** Something the caller knows and tells when asked. */
export interface CallerFact {
  name: string;
  value: string;
}

export const newWish = (name: string, language: CustomerLanguage): SimulationValues => ({
  by: 'model',
  name,
  persona: '',
  goal: '',
  facts: [],
  language,
  runs: 3,
  maxTurns: 20,
  words: '',
});

/** What is asked of the server. */
export const simulationOf = (
  id: number,
  { by, name, persona, goal, facts, language, runs, maxTurns, words }: SimulationValues,
): InputOf<typeof flowsApi.simulate> => ({
  id,
  version: 'draft',
  by,
  caller: {
    name,
    persona,
    goal,
    language,
    facts: Object.fromEntries(facts.filter((fact) => fact.name.trim() !== '').map((fact) => [fact.name, fact.value])),
  },
  runs,
  maxTurns,
  expects: words.trim() === '' ? [] : [{ words: words.trim() }],
});
