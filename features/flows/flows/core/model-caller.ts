import { z } from 'zod';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Brain, BrainTool, BrainTurn } from '#core/speech/brain.port.ts';
import { SpeechFailure, type SpeechFailureReason } from '#core/speech/speech-failure.ts';
import type { StopSignal } from '#core/speech/stop-signal.ts';
import { sentencesOf } from '#core/voice/sentences.ts';
import { FlowCase, type CaseStep } from '#core/flow/case.ts';
import { CaseTable, usualAnswers, type CaseAnswers, type CaseMoment } from '#core/flow/case-table.ts';
import type { Flow } from '#core/flow/flow.ts';
import type { FlowMessage } from '#core/flow/flow-events.ts';

/** Of one conversation; a model costs money by the turn. */
export const MODEL_TURNS_MOST = 40;

/** Somebody a language model plays: who they are, what they want, and what they know. */
export const CallerBrief = z.object({
  name: z.string().trim().min(1).max(60),
  persona: z.string().trim().max(1_000).default(''),
  goal: z.string().trim().min(1).max(500),
  facts: z.record(z.string().trim().min(1).max(60), z.string().trim().max(200)).default({}),
  /** Without it, the one the flow begins with. */
  language: CustomerLanguage.schema.optional(),
});
export type CallerBrief = z.infer<typeof CallerBrief>;

export interface SpokenTurn {
  by: 'flow' | 'caller';
  text: string;
  /** Of a caller: how it was said, where not by voice. */
  did?: 'keys' | 'silent' | 'hangsUp';
}

/** How a simulated conversation went. */
export interface CallerPlayed {
  /** What was played, to be kept: played again it comes to the same. */
  kept: FlowCase;
  moments: readonly CaseMoment[];
  messages: readonly FlowMessage[];
  transcript: readonly SpokenTurn[];
  /** `over`: the conversation ended. `turns`: it was cut after as many as were allowed. `trouble`: the model did not play on. */
  ended: 'over' | 'turns' | 'trouble';
  trouble: SpeechFailureReason | null;
}

export interface ModelCallerParts {
  /** Plays the caller. */
  model: Brain;
  /** Answers where the flow itself asks a model. */
  answers: Brain;
  world?: CaseAnswers;
  maxTurns?: number;
  /** Ends one answer that takes too long; asked for before each. */
  patience(): StopSignal;
  stopwatch?: () => number;
  setup?: Partial<z.input<typeof FlowCase>>;
}

const tools: readonly BrainTool[] = [
  {
    name: 'press_keys',
    purpose: 'Presses keys of the telephone instead of speaking, when asked for a key or a number.',
    inputs: [{ name: 'keys', purpose: 'Digits, * and #, in their order', isRequired: true }],
  },
  { name: 'stay_silent', purpose: 'Says nothing this time.', inputs: [] },
  { name: 'hang_up', purpose: 'Hangs up: the goal is reached, cannot be reached, or you have had enough.', inputs: [] },
];

/** Lets a model talk with a flow as a caller would, by word or by key, until it is over or has taken too many turns. */
export async function playModelCaller(
  flow: Flow,
  brief: CallerBrief,
  {
    model,
    answers,
    world = usualAnswers,
    maxTurns = MODEL_TURNS_MOST,
    patience,
    stopwatch,
    setup = {},
  }: ModelCallerParts,
): Promise<CallerPlayed> {
  const begun = FlowCase.parse({
    name: brief.name,
    steps: [],
    expects: [],
    ...(brief.language && { language: brief.language }),
    ...setup,
  });
  const table = new CaseTable(flow, begun, world, stopwatch ?? null);
  const talk = openTalk(table);
  const steps: CaseStep[] = [];
  const moments = [table.moment()];
  let turns = 0;
  let trouble: SpeechFailureReason | null = null;
  talk.takeLines();
  while (table.run.result === null && turns < maxTurns && trouble === null) {
    try {
      // Every answer of a model counts, whoever asked for it.
      turns += 1;
      const asked = table.open;
      const next =
        asked?.what === 'brain'
          ? await flowAnswer(answers, asked, patience())
          : await callersTurn(model, brief, table.run.language, talk.turns, patience());
      for (const step of next) {
        if (table.run.result !== null) break;
        const wasTaken = table.take(step);
        steps.push(step);
        talk.did(step);
        talk.takeLines();
        moments.push(table.moment());
        // Nobody waited for it: without this, both would wait for ever.
        if (!wasTaken && table.run.result === null && table.run.listening === null && table.open === null)
          table.take({ hangsUp: true });
      }
    } catch (thrown) {
      if (!(thrown instanceof SpeechFailure)) throw thrown;
      trouble = thrown.reason;
    }
  }
  const { result } = table.run;
  return {
    kept: { ...begun, steps, expects: result === null ? [] : [{ result }] },
    moments,
    messages: table.messages,
    transcript: talk.transcript,
    ended: trouble !== null ? 'trouble' : result === null ? 'turns' : 'over',
    trouble,
  };
}

/** Both sides as they were said, for whoever reads it and for whoever plays on. */
function openTalk(table: CaseTable) {
  const transcript: SpokenTurn[] = [];
  const turns: BrainTurn[] = [];
  let lineCount = 0;
  let made = 0;
  return {
    transcript,
    turns,
    /** What the flow has said since. */
    takeLines(): void {
      const lines = table.moment().said.slice(lineCount);
      lineCount += lines.length;
      if (lines.length === 0) return;
      for (const text of lines) transcript.push({ by: 'flow', text });
      turns.push({ by: 'caller', text: lines.join(' ') });
    },
    did(step: CaseStep): void {
      const call = (name: string, input: Record<string, string>): void =>
        void turns.push({ by: 'tool', callId: `did-${(made += 1)}`, name, input, answer: 'done' });
      if ('heard' in step) {
        transcript.push({ by: 'caller', text: step.heard });
        turns.push({ by: 'brain', text: step.heard });
      } else if ('keys' in step) {
        transcript.push({ by: 'caller', text: step.keys, did: 'keys' });
        call('press_keys', { keys: step.keys });
      } else if ('silent' in step) {
        transcript.push({ by: 'caller', text: '', did: 'silent' });
        call('stay_silent', {});
      } else if ('hangsUp' in step) transcript.push({ by: 'caller', text: '', did: 'hangsUp' });
    },
  };
}

const rulesOf = ({ persona, goal, facts }: CallerBrief): string =>
  [
    'You are a person who calls a company by telephone. What you are told is said by its telephone system or staff. You are the caller: never answer as the company, never offer help, never say that you are a model.',
    ...(persona === '' ? [] : [`Who you are: ${persona}`]),
    `What you want: ${goal}`,
    ...(Object.keys(facts).length === 0
      ? []
      : [
          `What you know, to be said only when asked for:\n${Object.entries(facts)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}`,
        ]),
    'Say one short sentence at a time, as people do on the telephone, or use one tool. When you are asked to press a key, press it. Hang up when you have what you want or cannot get it.',
  ].join('\n\n');

const LONGEST_TURN = 500;

async function callersTurn(
  model: Brain,
  brief: CallerBrief,
  language: string,
  turns: readonly BrainTurn[],
  signal: StopSignal,
): Promise<CaseStep[]> {
  // A model that is asked without having heard anything does not know that it is its turn.
  const knownTurns: readonly BrainTurn[] = turns.length === 0 ? [{ by: 'caller', text: '…' }] : [...turns];
  const { text, calls } = await wholeAnswer(
    model,
    { goal: rulesOf(brief), knowledge: '', language, tools, turns: knownTurns },
    signal,
  );
  const [did] = calls;
  const keys = did?.name === 'press_keys' ? (did.input['keys'] ?? '').replace(/[^0-9*#]/g, '').slice(0, 99) : '';
  // Whoever says which key they press presses it.
  if (keys !== '') return [{ keys }];
  return [
    ...(text === '' ? [] : [{ heard: text.slice(0, LONGEST_TURN) }]),
    ...(did?.name === 'hang_up' ? [{ hangsUp: true as const }] : text === '' ? [{ silent: true as const }] : []),
  ];
}

/** What the flow's own model says, as a case keeps it. */
async function flowAnswer(
  brain: Brain,
  { goal, knowledge, tools: declared, turns, language }: Parameters<Brain['answer']>[0],
  signal: StopSignal,
): Promise<CaseStep[]> {
  try {
    const { text, calls } = await wholeAnswer(brain, { goal, knowledge, tools: declared, turns, language }, signal);
    return [
      ...calls.map(({ name, input }): CaseStep => ({ calls: name, input: { ...input } })),
      { brain: sentencesOf(text).slice(0, 20) },
    ];
  } catch (thrown) {
    if (!(thrown instanceof SpeechFailure)) throw thrown;
    // As on a call: a model that fails has said nothing, and the flow has a line for that.
    return [{ brain: [] }];
  }
}

async function wholeAnswer(
  brain: Brain,
  ask: Parameters<Brain['answer']>[0],
  signal: StopSignal,
): Promise<{ text: string; calls: { name: string; input: Readonly<Record<string, string>> }[] }> {
  let text = '';
  const calls: { name: string; input: Readonly<Record<string, string>> }[] = [];
  for await (const piece of brain.answer(ask, signal)) {
    if (piece.type === 'words') text += piece.text;
    else if (piece.type === 'call') calls.push(piece);
  }
  return { text: text.trim(), calls };
}
