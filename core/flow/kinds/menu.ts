import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { retryQuestion } from '../retry-question.ts';
import { doubled, noWords, optionalVariable, silenceMs, tries, wordsMissing } from '../fields.ts';
import { Spoken } from '../flow.ts';
import { intentOf } from '../intent.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { readDigits } from '../values/read-number.ts';

const Choice = z.object({
  key: z.string().regex(/^[0-9*#]$/),
  name: z.string().trim().min(1).max(60),
  /** Said instead of pressing; the digit itself may always be said. */
  phrases: z.array(z.string().trim().min(1).max(200)).max(30).default([]),
});
const Settings = z.object({
  spoken: Spoken,
  mayInterrupt: z.boolean().default(true),
  choices: z.array(Choice).min(1).max(12),
  saveAs: optionalVariable,
  silenceMs,
  tries,
  again: Spoken,
});
type Settings = z.infer<typeof Settings>;

/** Goes on by a key, or by what is said instead. Keys pressed before it asked count. */
export const menu: NodeKind<Settings> = {
  kind: 'menu',
  trigger: MessageType.menuNode,
  group: 'talk',
  icon: 'grid-3x3',
  settings: Settings,
  waits: true,
  fresh: () => ({
    spoken: noWords(),
    mayInterrupt: true,
    choices: [{ key: '1', name: '1', phrases: [] }],
    saveAs: '',
    silenceMs: 6_000,
    tries: 3,
    again: noWords(),
  }),
  branches: ({ choices }) => [
    ...choices.map(({ key, name }) => ({ key, label: `${key} ${name}` })),
    { key: 'other' },
    { key: 'silent' },
  ],
  problems: (settings) => [
    ...wordsMissing(settings, 'spoken'),
    ...doubled(
      settings.choices.map(({ key }) => key),
      'choices',
    ),
  ],
  names: ({ saveAs }) => (saveAs === '' ? [] : [saveAs]),
  enter(turn) {
    turn.remember({ triesLeft: turn.settings.tries });
    if (!takeKey(turn)) ask(turn);
  },
  on(turn, event) {
    if (event.type === 'silent') return retryQuestion(turn, 'silent', 'silent', () => ask(turn));
    // What may not be interrupted is heard to its end; the key waits.
    if (event.type === 'key' && (turn.settings.mayInterrupt || turn.run.saying.length === 0)) return void takeKey(turn);
    if (event.type === 'said' && turn.run.keysAhead !== '') return void takeKey(turn);
    if (event.type === 'heard') takeWords(turn, event);
  },
};

function ask(turn: NodeTurn<Settings>): void {
  const { spoken, mayInterrupt, choices, silenceMs } = turn.settings;
  turn.say(spoken, { mayInterrupt });
  turn.listen({ phrases: choices.flatMap(({ key, phrases }) => [...phrases, key]), silenceMs });
}

function takeKey(turn: NodeTurn<Settings>): boolean {
  const key = turn.takeKeys(1);
  if (key === '') return false;
  if (turn.settings.choices.some((choice) => choice.key === key)) choose(turn, key);
  else {
    turn.hush();
    retryQuestion(turn, 'other', 'other', () => ask(turn));
  }
  return true;
}

function takeWords(turn: NodeTurn<Settings>, { text, phrase }: { text: string; phrase: string | null }): void {
  const { choices } = turn.settings;
  const digits = readDigits(phrase ?? text, turn.run.language);
  const meant =
    intentOf(
      { text, phrase },
      choices.map(({ key, name, phrases }) => ({ key, name, examples: phrases })),
    ) ?? choices.find(({ key }) => key === digits);
  if (!meant) return retryQuestion(turn, 'other', 'other', () => ask(turn));
  turn.addMessage(MessageType.keywordDetected, { key: meant.key, name: meant.name });
  choose(turn, meant.key);
}

function choose(turn: NodeTurn<Settings>, key: string): void {
  if (turn.settings.saveAs !== '') turn.set(turn.settings.saveAs, key);
  turn.leave(key);
}
