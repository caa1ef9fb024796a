import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { retryQuestion } from '../retry-question.ts';
import { branchKey, doubled, noWords, silenceMs, tries, wordsMissing } from '../fields.ts';
import { Spoken } from '../flow.ts';
import { intentOf } from '../intent.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { yesOrNo } from '../values/yes-or-no.ts';

const Entry = z.object({
  key: branchKey,
  name: z.string().trim().max(60).default(''),
  examples: z.array(z.string().trim().min(1).max(200)).min(1).max(50),
  answer: Spoken,
});
const Settings = z.object({
  spoken: Spoken,
  entries: z.array(Entry).min(1).max(200),
  /** "Anything else?"; without words one answer is all. */
  more: Spoken,
  silenceMs,
  tries,
  again: Spoken,
});
type Settings = z.infer<typeof Settings>;

/** Answers questions from a list of its own, without a model, until there are no more. What it cannot answer leaves by `unknown`. */
export const knowledge: NodeKind<Settings> = {
  kind: 'knowledge',
  trigger: MessageType.knowledgeNode,
  group: 'talk',
  icon: 'book-open',
  settings: Settings,
  waits: true,
  fresh: () => ({
    spoken: noWords(),
    entries: [{ key: 'q1', name: '', examples: ['?'], answer: noWords() }],
    more: noWords(),
    silenceMs: 6_000,
    tries: 2,
    again: noWords(),
  }),
  branches: () => [{ key: 'done' }, { key: 'unknown' }, { key: 'silent' }],
  problems: (settings) => [
    ...wordsMissing(settings, 'spoken'),
    ...doubled(
      settings.entries.map(({ key }) => key),
      'entries',
    ),
    ...settings.entries.flatMap((entry, at) =>
      wordsMissing(entry, 'answer').map(({ text }) => ({ text, field: `entries.${at}.answer` })),
    ),
  ],
  enter(turn) {
    turn.remember({ triesLeft: turn.settings.tries, answered: false });
    ask(turn, turn.settings.spoken);
  },
  on(turn, event) {
    const { answered } = turn.memory<{ answered: boolean }>()!;
    if (event.type === 'silent')
      return answered
        ? turn.leave('done')
        : retryQuestion(turn, 'silent', 'silent', () => ask(turn, turn.settings.spoken));
    if (event.type !== 'heard') return;
    const { entries, tries, more } = turn.settings;
    const meant = intentOf(event, entries);
    if (!meant && answered && yesOrNo(event.text, turn.run.language) === false) return turn.leave('done');
    if (!meant) return retryQuestion(turn, 'other', 'unknown', () => ask(turn, answered ? more : turn.settings.spoken));
    turn.addMessage(MessageType.intentDetected, { intent: meant.key, name: meant.name, score: meant.score });
    turn.hush();
    turn.say(entries.find(({ key }) => key === meant.key)!.answer);
    turn.remember({ triesLeft: tries, answered: true });
    if (!ask(turn, more)) turn.leave('done');
  },
};

/** False when there is nothing to ask; then nothing is listened for. */
function ask(turn: NodeTurn<Settings>, spoken: Spoken): boolean {
  const hasSpoken = turn.say(spoken);
  if (hasSpoken || spoken === turn.settings.spoken)
    turn.listen({
      phrases: turn.settings.entries.flatMap(({ examples }) => examples),
      silenceMs: turn.settings.silenceMs,
    });
  return hasSpoken;
}
