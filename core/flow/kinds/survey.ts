import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { retryQuestion } from '../retry-question.ts';
import { noWords, optionalVariable, silenceMs, tries, wordsMissing } from '../fields.ts';
import { Spoken } from '../flow.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { readNumber } from '../values/read-number.ts';

const Settings = z.object({
  spoken: Spoken,
  maxKey: z.number().int().min(2).max(9).default(5),
  saveAs: optionalVariable,
  silenceMs,
  tries,
  again: Spoken,
});
type Settings = z.infer<typeof Settings>;

/** Asks for a score from 1, pressed or said, keeps it as the survey of the call, and goes on by `scored` or `none`. */
export const survey: NodeKind<Settings> = {
  kind: 'survey',
  trigger: MessageType.askNode,
  group: 'talk',
  icon: 'star',
  settings: Settings,
  waits: true,
  fresh: () => ({ spoken: noWords(), maxKey: 5, saveAs: '', silenceMs: 6_000, tries: 2, again: noWords() }),
  branches: () => [{ key: 'scored' }, { key: 'none' }],
  problems: (settings) => wordsMissing(settings, 'spoken'),
  names: ({ saveAs }) => (saveAs === '' ? [] : [saveAs]),
  enter(turn) {
    turn.remember({ triesLeft: turn.settings.tries });
    ask(turn);
    if (turn.run.keysAhead !== '') score(turn, Number(turn.takeKeys(1)));
  },
  on(turn, event) {
    if (event.type === 'answered') return turn.leave('scored');
    if (turn.run.asking !== null) return;
    if (event.type === 'silent') return retryQuestion(turn, 'silent', 'none', () => ask(turn));
    if (event.type === 'key') return score(turn, Number(turn.takeKeys(1)));
    if (event.type === 'heard') return score(turn, readNumber(event.text, turn.run.language) ?? Number.NaN);
  },
};

function ask(turn: NodeTurn<Settings>): void {
  turn.say(turn.settings.spoken);
  turn.listen({
    phrases: Array.from({ length: turn.settings.maxKey }, (_, at) => String(at + 1)),
    silenceMs: turn.settings.silenceMs,
  });
}

function score(turn: NodeTurn<Settings>, key: number): void {
  const { maxKey, saveAs } = turn.settings;
  turn.hush();
  if (!Number.isInteger(key) || key < 1 || key > maxKey) return retryQuestion(turn, 'other', 'none', () => ask(turn));
  turn.deaf();
  if (saveAs !== '') turn.set(saveAs, key);
  turn.addMessage(MessageType.note, { note: 'scored', score: key, of: maxKey });
  turn.ask({ what: 'survey', maxKey, key });
}
