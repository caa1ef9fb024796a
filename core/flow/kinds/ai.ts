import { z } from 'zod';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { BrainTurn } from '../../speech/brain.port.ts';
import { AiTool, declared, toolAnswer, toolProblems, applyTool, type ToolCall } from '../ai-tool.ts';
import { retryQuestion } from '../retry-question.ts';
import { noWords, silenceMs, templateField, tries, wordsMissing } from '../fields.ts';
import type { Answer } from '../flow-events.ts';
import { Spoken } from '../flow.ts';
import { intentOf } from '../intent.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { namesIn } from '../fill.ts';

const Settings = z.object({
  goal: templateField(4_000),
  knowledge: templateField(50_000).default(''),
  /** Said first; without words the model begins, with what was last heard. */
  opening: Spoken,
  tools: z.array(AiTool).max(20).default([]),
  /** How often the caller may speak before it is handed back. */
  maxTurns: z.number().int().min(1).max(100).default(20),
  /** Whoever says one of these is handed back without asking the model. */
  handBackPhrases: z.array(z.string().trim().min(1).max(200)).max(50).default([]),
  /** Said when the model says nothing. */
  fallback: Spoken,
  again: Spoken,
  silenceMs,
  tries,
  mayInterrupt: z.boolean().default(true),
});
type Settings = z.infer<typeof Settings>;

interface Memory {
  triesLeft: number;
  turns: readonly BrainTurn[];
  /** Sentences of the present answer. Only what was said of them becomes part of the conversation. */
  answer: readonly { sayId: number; text: string }[];
  calls: readonly ToolCall[];
  spokeTimes: number;
  /** Answers in a row without a word, and answers since the caller spoke. */
  emptyTimes: number;
  thoughtTimes: number;
}

/** A net: whoever asks the model gives up earlier, three seconds without a word of it, and says so with an empty answer. */
export const ANSWER_MS = 12_000;
/** A model that calls tools again and again without the caller is stopped. */
const MOST_THOUGHTS = 8;

/**
 * Talks by a model towards a goal, sentence by sentence, with the tools it was given and no others.
 *
 *   opening ─▶ listening ─heard─▶ thinking ─sentences─▶ saying ─▶ listening …
 *                  ▲                │ tool calls ─▶ done, answered ─▶ thinking
 *                  └── fallback ◀───┘ an empty answer; twice in a row: handBack
 *
 * Whoever speaks into an answer is listened to: the rest of it is forgotten, and what the model is told it said is what was said.
 */
export const ai: NodeKind<Settings> = {
  kind: 'ai',
  trigger: MessageType.modelNode,
  group: 'talk',
  icon: 'bot',
  settings: Settings,
  waits: true,
  fresh: () => ({
    goal: '',
    knowledge: '',
    opening: noWords(),
    tools: [],
    maxTurns: 20,
    handBackPhrases: [],
    fallback: noWords(),
    again: noWords(),
    silenceMs: 8_000,
    tries: 3,
    mayInterrupt: true,
  }),
  branches: ({ tools }) =>
    [
      ...new Set([...tools.flatMap(({ does }) => (does.what === 'branch' ? [does.key] : [])), 'handBack', 'silent']),
    ].map((key) => (key === 'handBack' || key === 'silent' ? { key } : { key, label: key })),
  problems: (settings) => [
    ...(settings.goal.trim() === '' ? [{ text: 'noGoal', field: 'goal' }] : []),
    ...wordsMissing(settings, 'fallback'),
    ...toolProblems(settings.tools),
  ],
  names: ({ tools }) =>
    tools.flatMap(({ does }) =>
      does.what === 'setVariable'
        ? [does.attrKey]
        : does.what === 'http'
          ? does.request.map.map(({ attrKey }) => attrKey)
          : [],
    ),
  ownNames: ({ tools }) => tools.flatMap(({ inputs }) => inputs.map(({ name }) => name)),
  enter(turn) {
    turn.remember({
      triesLeft: turn.settings.tries,
      turns: [],
      answer: [],
      calls: [],
      spokeTimes: 0,
      emptyTimes: 0,
      thoughtTimes: 0,
    } satisfies Memory);
    if (turn.say(turn.settings.opening, turn.settings)) {
      change(turn, { answer: [{ sayId: turn.run.saying.at(-1)!, text: turn.run.lastLine }] });
      return hark(turn);
    }
    if (turn.run.heard) change(turn, { turns: [{ by: 'caller', text: turn.run.heard.text }] });
    think(turn);
  },
  on(turn, event) {
    switch (event.type) {
      case 'heard':
        return takeWords(turn, event.text, event.phrase);
      case 'silent':
        return turn.run.asking === null && turn.run.saying.length === 0
          ? retryQuestion(turn, 'silent', 'silent', () => hark(turn))
          : undefined;
      case 'brainSaid':
        turn.sleep();
        if (turn.sayText(event.sentence, turn.settings))
          change(turn, {
            answer: [...memoryOf(turn).answer, { sayId: turn.run.saying.at(-1)!, text: event.sentence }],
            emptyTimes: 0,
          });
        return;
      case 'brainCalled':
        return change(turn, {
          calls: [...memoryOf(turn).calls, { callId: event.callId, name: event.name, input: event.input }].slice(0, 10),
        });
      case 'brainDone':
        turn.sleep();
        if (memoryOf(turn).calls.length > 0) return useNext(turn);
        return memoryOf(turn).answer.length === 0 ? retryAnswer(turn) : hark(turn);
      case 'timeUp':
        return turn.run.asking !== null && memoryOf(turn).answer.length === 0 && memoryOf(turn).calls.length === 0
          ? retryAnswer(turn)
          : undefined;
      case 'answered':
        return answered(turn, event.answer);
    }
  },
};

const memoryOf = (turn: NodeTurn<Settings>): Memory => turn.memory<Memory>()!;
const change = (turn: NodeTurn<Settings>, part: Partial<Memory>): void => turn.remember({ ...memoryOf(turn), ...part });
const hark = (turn: NodeTurn<Settings>): void =>
  turn.listen({ phrases: turn.settings.handBackPhrases, silenceMs: turn.settings.silenceMs });

function think(turn: NodeTurn<Settings>): void {
  const { turns, thoughtTimes } = memoryOf(turn);
  if (thoughtTimes >= MOST_THOUGHTS) return handBack(turn, 'thoughts');
  const { goal, knowledge, tools } = turn.settings;
  change(turn, { answer: [], calls: [], thoughtTimes: thoughtTimes + 1 });
  turn.ask({
    what: 'brain',
    goal: turn.fill(goal),
    knowledge: namesIn(knowledge).length > 0 ? turn.fill(knowledge) : knowledge,
    tools: tools.map(declared),
    turns,
    language: turn.run.language,
  });
  turn.wake(ANSWER_MS);
}

function takeWords(turn: NodeTurn<Settings>, text: string, phrase: string | null): void {
  const { spokeTimes, turns, calls } = memoryOf(turn);
  const { maxTurns, handBackPhrases, tries } = turn.settings;
  // While somebody is rung for or another system is asked, words wait for the answer.
  if (calls.length > 0 && turn.run.asking !== null) return change(turn, { turns: [...turns, { by: 'caller', text }] });
  if (
    handBackPhrases.length > 0 &&
    intentOf({ text, phrase }, [{ key: 'handBack', name: '', examples: handBackPhrases }])
  )
    return handBack(turn, 'asked');
  const kept = spokenTurns(turn);
  turn.forget();
  turn.hush();
  if (spokeTimes >= maxTurns) return handBack(turn, 'turns');
  change(turn, {
    turns: [...turns, ...kept, { by: 'caller', text }],
    spokeTimes: spokeTimes + 1,
    triesLeft: tries,
    thoughtTimes: 0,
  });
  think(turn);
}

/** What was said of the present answer, as the model shall remember it. */
function spokenTurns(turn: NodeTurn<Settings>): BrainTurn[] {
  const { saidUpTo, cut } = turn.run;
  const spokenParts = memoryOf(turn).answer.flatMap(({ sayId, text }) =>
    cut?.sayId === sayId
      ? cut.part === ''
        ? []
        : [cut.part]
      : sayId <= saidUpTo && (cut === null || sayId < cut.sayId)
        ? [text]
        : [],
  );
  return spokenParts.length === 0 ? [] : [{ by: 'brain', text: spokenParts.join(' ') }];
}

function retryAnswer(turn: NodeTurn<Settings>): void {
  const emptyTimes = memoryOf(turn).emptyTimes + 1;
  turn.forget();
  turn.sleep();
  turn.addMessage(MessageType.note, { note: 'noAnswer', times: emptyTimes });
  if (emptyTimes >= 2) return handBack(turn, 'noAnswer');
  change(turn, { emptyTimes, answer: [], calls: [] });
  turn.say(turn.settings.fallback, turn.settings);
  hark(turn);
}

/** Tools one after another; once all were used the model goes on. */
function useNext(turn: NodeTurn<Settings>): void {
  for (let call = memoryOf(turn).calls[0]; call; call = memoryOf(turn).calls[0]) {
    const outcome = applyTool(turn, call);
    if (outcome.is !== 'answer') return;
    rememberAnswer(turn, call, outcome.answer);
  }
  think(turn);
}

function answered(turn: NodeTurn<Settings>, answer: Answer): void {
  const call = memoryOf(turn).calls[0];
  if (!call) return;
  const isTransfer = turn.settings.tools.some(({ name, does }) => name === call.name && does.what === 'transfer');
  if (isTransfer) {
    turn.addMessage(MessageType.holdEnded);
    if (answer.ok) return turn.end(AiCallResult.transferSucceeded, 'handedOver');
    turn.addMessage(MessageType.transferFailed, { why: answer.why });
  }
  rememberAnswer(turn, call, isTransfer ? 'Nobody answered.' : toolAnswer(turn, call, answer));
  useNext(turn);
}

/** What was said before the tool was used comes before it. */
function rememberAnswer(turn: NodeTurn<Settings>, call: ToolCall, answer: string): void {
  const { turns, calls, answer: spokenLines } = memoryOf(turn);
  const words: BrainTurn[] =
    spokenLines.length === 0 ? [] : [{ by: 'brain', text: spokenLines.map(({ text }) => text).join(' ') }];
  change(turn, { turns: [...turns, ...words, { by: 'tool', ...call, answer }], calls: calls.slice(1), answer: [] });
}

function handBack(turn: NodeTurn<Settings>, why: string): void {
  if (why === 'turns') turn.addMessage(MessageType.maxVisits, { times: turn.settings.maxTurns });
  turn.addMessage(MessageType.note, { note: 'handedBack', why });
  turn.leave('handBack');
}
