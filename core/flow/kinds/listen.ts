import { dayOf } from '#core/calendar/day-range.ts';
import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { retryQuestion } from '../retry-question.ts';
import {
  Intent,
  branchOf,
  doubled,
  noWords,
  optionalVariable,
  silenceMs,
  tries,
  variableField,
  wordsMissing,
} from '../fields.ts';
import { Spoken } from '../flow.ts';
import { intentOf } from '../intent.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { readValue } from '../values/read-value.ts';

const Settings = z.object({
  spoken: Spoken,
  mayInterrupt: z.boolean().default(true),
  intents: z.array(Intent).max(30),
  /** Where what was said is kept; empty for nowhere. */
  saveAs: optionalVariable,
  /** Variables that take their value from it where there is one of their type: a date, an amount, a choice. */
  entities: z.array(variableField).max(10).default([]),
  silenceMs,
  tries,
  /** Said before asking again. */
  again: Spoken,
});
type Settings = z.infer<typeof Settings>;

/** Asks, and goes on by what was meant. Without intents anything that is said will do. */
export const listen: NodeKind<Settings> = {
  kind: 'listen',
  trigger: MessageType.askNode,
  group: 'talk',
  icon: 'ear',
  settings: Settings,
  waits: true,
  fresh: () => ({
    spoken: noWords(),
    mayInterrupt: true,
    intents: [],
    saveAs: '',
    entities: [],
    silenceMs: 6_000,
    tries: 3,
    again: noWords(),
  }),
  branches: ({ intents }) => [
    ...(intents.length === 0 ? [{ key: 'heard' }] : [...intents.map(branchOf), { key: 'other' }]),
    { key: 'silent' },
  ],
  problems: (settings) => [
    ...wordsMissing(settings, 'spoken'),
    ...doubled([...settings.intents.map(({ key }) => key), 'other', 'silent'], 'intents'),
  ],
  names: ({ saveAs, entities }) => [...(saveAs === '' ? [] : [saveAs]), ...entities],
  enter(turn) {
    turn.remember({ triesLeft: turn.settings.tries });
    ask(turn);
  },
  on(turn, event) {
    if (event.type === 'silent') return retryQuestion(turn, 'silent', 'silent', () => ask(turn));
    if (event.type !== 'heard') return;
    const { intents, saveAs } = turn.settings;
    const meant = intentOf(event, intents);
    if (intents.length > 0 && !meant) return retryQuestion(turn, 'other', 'other', () => ask(turn));
    if (meant) turn.addMessage(MessageType.intentDetected, { intent: meant.key, name: meant.name, score: meant.score });
    if (saveAs !== '') turn.set(saveAs, event.text);
    keepEntities(turn, event.text);
    turn.leave(meant?.key ?? 'heard');
  },
};

function ask(turn: NodeTurn<Settings>): void {
  const { spoken, mayInterrupt, intents, silenceMs } = turn.settings;
  turn.say(spoken, { mayInterrupt });
  turn.listen({ phrases: intents.flatMap(({ examples }) => examples), silenceMs });
}

function keepEntities(turn: NodeTurn<Settings>, text: string): void {
  const { flow, language, timeZone } = turn.run;
  for (const attrKey of turn.settings.entities) {
    const variable = flow.variables.find((candidate) => candidate.attrKey === attrKey);
    // Any words are a text: that is what `saveAs` is for.
    if (!variable || variable.valueType === VariableType.text) continue;
    const value = readValue(variable, text, { language, today: dayOf(turn.nowMs, timeZone) });
    if (value !== null) turn.set(attrKey, value);
  }
}
