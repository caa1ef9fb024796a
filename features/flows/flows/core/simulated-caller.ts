import { z } from 'zod';
import { chanceOf } from '#core/chance.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { FlowCase, type CaseStep } from '#core/flow/case.ts';
import { CaseTable, usualAnswers, type CaseAnswers, type CaseMoment } from '#core/flow/case-table.ts';
import type { Flow } from '#core/flow/flow.ts';
import type { FlowMessage } from '#core/flow/flow-events.ts';
import { intentOf } from '#core/flow/intent.ts';
import { kindOf } from '#core/flow/kinds/index.ts';
import type { FlowRun } from '#core/flow/run.ts';

/** Somebody who calls, with what they want and how they are. Chances are 0 to 1. */
export const Persona = z.object({
  name: z.string().trim().min(1).max(60),
  /** What they want, likeliest first: intents, menu names or words they would say. */
  goals: z.array(z.string().trim().min(1).max(200)).min(1).max(20),
  /** What they answer when asked for a variable. */
  facts: z.record(z.string(), z.string().max(200)).default({}),
  silentChance: z.number().min(0).max(1).default(0.05),
  wrongChance: z.number().min(0).max(1).default(0.1),
  /** Hangs up or says no. */
  unwillingChance: z.number().min(0).max(1).default(0.02),
  interruptChance: z.number().min(0).max(1).default(0.05),
});
export type Persona = z.infer<typeof Persona>;

const WRONG = ['what?', 'hm', '?', 'la la la'];
const small: Partial<Record<CustomerLanguage, { yes: string; no: string; tomorrow: string }>> = {
  en: { yes: 'yes', no: 'no', tomorrow: 'tomorrow' },
  es: { yes: 'sí', no: 'no', tomorrow: 'mañana' },
  zh: { yes: '是的', no: '不', tomorrow: '明天' },
  id: { yes: 'ya', no: 'tidak', tomorrow: 'besok' },
};
const wordsIn = (language: CustomerLanguage) => small[language] ?? small.en!;

/** What this caller does next, by where the conversation is; null when it is not theirs to do anything. */
export type SimulatedCaller = (run: FlowRun) => CaseStep | null;

/** A caller that plays the same every time for the same seed: mostly sensible, sometimes silent, wrong or unwilling. */
export function simulatedCaller(persona: Persona, seed: number): SimulatedCaller {
  const chance = chanceOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;
  let goal = 0;
  return (run) => {
    const node = run.flow.nodes.find(({ id }) => id === run.at);
    if (run.result !== null || run.listening === null || !node) return null;
    // Every turn draws the same number of chances, so that one choice does not change all later ones.
    const [unwilling, silent, wrong, interrupts] = [chance(), chance(), chance(), chance()];
    if (unwilling < persona.unwillingChance)
      return unwilling < persona.unwillingChance / 2 ? { hangsUp: true } : { heard: wordsIn(run.language).no };
    if (silent < persona.silentChance) return { silent: true };
    if (wrong < persona.wrongChance) return { heard: pick(WRONG) };
    const step = answerTo(run, node.kind, node.settings, persona, goal);
    goal += 1;
    return 'heard' in step && interrupts < persona.interruptChance ? { interrupts: step.heard } : step;
  };
}

export interface Simulated {
  moment: CaseMoment;
  /** One before the first step, one after each. */
  moments: readonly CaseMoment[];
  messages: readonly FlowMessage[];
  /** What was played, to be kept: played again it comes to the same. */
  kept: FlowCase;
  /** It was not over after so many turns. */
  wasCut: boolean;
}

/** Lets a simulated caller talk with a flow until it is over, or has taken too many turns. `brain` stands in for the model. */
export function playCaller(
  flow: Flow,
  persona: Persona,
  seed: number,
  {
    answers = usualAnswers,
    brain = () => ['All right.'],
    maxTurns = 100,
    setup = {},
    stopwatch = null,
  }: {
    stopwatch?: (() => number) | null;
    answers?: CaseAnswers;
    brain?: () => string[];
    maxTurns?: number;
    setup?: Partial<z.input<typeof FlowCase>>;
  } = {},
): Simulated {
  const caller = simulatedCaller(persona, seed);
  const begun = FlowCase.parse({ name: `${persona.name} ${seed}`, steps: [], expects: [], ...setup });
  const table = new CaseTable(flow, begun, answers, stopwatch);
  const moments = [table.moment()];
  const steps: CaseStep[] = [];
  while (steps.length < maxTurns && table.run.result === null) {
    const step: CaseStep = table.open?.what === 'brain' ? { brain: brain() } : (caller(table.run) ?? { hangsUp: true });
    table.take(step);
    steps.push(step);
    moments.push(table.moment());
  }
  const wasCut = table.run.result === null;
  return {
    moment: table.moment(),
    moments,
    messages: table.messages,
    wasCut,
    kept: { ...begun, steps, expects: table.run.result === null ? [] : [{ result: table.run.result }] },
  };
}

function answerTo(
  { flow, values, language }: FlowRun,
  kind: string,
  settings: Record<string, unknown>,
  { goals, facts }: Persona,
  turn: number,
): CaseStep {
  const wish = goals[turn % goals.length]!;
  const read = kindOf(kind)?.settings.safeParse(settings);
  const data = (read?.success ? read.data : {}) as {
    intents?: { key: string; name: string; examples: string[] }[];
    entries?: { key: string; name: string; examples: string[] }[];
    choices?: { key: string; name: string; phrases: string[] }[];
    attrKey?: string;
    maxKey?: number;
  };
  if (kind === 'collect' && data.attrKey !== undefined)
    return {
      heard:
        values[data.attrKey] === undefined
          ? (facts[data.attrKey] ?? example(flow, data.attrKey, language))
          : wordsIn(language).yes,
    };
  if (kind === 'survey') return { keys: String(1 + (turn % (data.maxKey ?? 5))) };
  const choices =
    data.intents ??
    data.entries ??
    data.choices?.map(({ key, name, phrases }) => ({ key, name, examples: [name, ...phrases] })) ??
    [];
  if (choices.length === 0) return { heard: wish };
  const wanted =
    choices.find(({ key, name }) => goals.includes(key) || goals.includes(name)) ??
    choices.find((choice) => intentOf({ text: wish, phrase: null }, [choice]));
  const chosen = wanted ?? choices[turn % choices.length]!;
  return data.choices ? { keys: chosen.key } : { heard: chosen.examples[turn % chosen.examples.length]! };
}

/** Something of the variable's type. */
function example(flow: Flow, attrKey: string, language: CustomerLanguage): string {
  const variable = flow.variables.find((candidate) => candidate.attrKey === attrKey);
  switch (variable?.valueType) {
    case VariableType.number:
    case VariableType.price:
      return '25';
    case VariableType.phone:
      return '5 5 5 0 1 2 3';
    case VariableType.sequence:
      return '1 2 3 4';
    case VariableType.date:
      return wordsIn(language).tomorrow;
    case VariableType.time:
      return '15:30';
    case VariableType.choice:
      return variable.choices[0] ?? '1';
    case VariableType.characters:
      return 'A B 1 2';
    default:
      return 'Ana';
  }
}
