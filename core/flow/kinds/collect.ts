import { dayOf } from '#core/calendar/day-range.ts';
import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { retryQuestion } from '../retry-question.ts';
import { isSo } from '../compare.ts';
import { noWords, silenceMs, tries, variableField, wordsMissing, isSilent } from '../fields.ts';
import { Spoken, type Value, type Variable } from '../flow.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { readKeys, readValue } from '../values/read-value.ts';
import { yesOrNo } from '../values/yes-or-no.ts';

const bound = z.string().trim().max(40).default('').meta({ is: 'template' });
const Settings = z.object({
  attrKey: z.union([variableField, z.literal('')]).meta({ is: 'variable' }),
  spoken: Spoken,
  mayInterrupt: z.boolean().default(true),
  /** Of numbers, prices, dates and times; empty for none. `{{name}}` may stand in it. */
  min: bound,
  max: bound,
  /** Of texts, digits and characters. */
  minLength: z.number().int().min(0).max(2_000).default(0),
  maxLength: z.number().int().min(0).max(2_000).default(0),
  /** Asked with the value in it before going on; empty for not asking. 1 is yes, 2 is no. */
  confirm: Spoken,
  again: Spoken,
  silenceMs,
  tries,
  /** After the last key, when nobody presses #. */
  keyPauseMs: z.number().int().min(500).max(20_000).default(3_000).meta({ is: 'ms' }),
});
type Settings = z.infer<typeof Settings>;

interface Memory {
  triesLeft: number;
  keys: string;
  /** The value that waits for a yes. */
  asked: Value | null;
}

/** Asks for a value of a variable's type, said or pressed, until it is one; asks back where it shall. */
export const collect: NodeKind<Settings> = {
  kind: 'collect',
  trigger: MessageType.collectNode,
  group: 'talk',
  icon: 'text-cursor-input',
  settings: Settings,
  waits: true,
  fresh: () => ({
    attrKey: '',
    spoken: noWords(),
    mayInterrupt: true,
    min: '',
    max: '',
    minLength: 0,
    maxLength: 0,
    confirm: noWords(),
    again: noWords(),
    silenceMs: 6_000,
    tries: 3,
    keyPauseMs: 3_000,
  }),
  branches: () => [{ key: 'collected' }, { key: 'invalid' }, { key: 'silent' }],
  problems: (settings, flow) => [
    ...wordsMissing(settings, 'spoken'),
    ...(settings.attrKey === '' ? [{ text: 'noVariable', field: 'attrKey' }] : []),
    ...(flow.variables.some(
      ({ attrKey, valueType, choices }) =>
        attrKey === settings.attrKey && valueType === VariableType.choice && choices.length === 0,
    )
      ? [{ text: 'noChoices', field: 'attrKey' }]
      : []),
    ...(settings.maxLength > 0 && settings.minLength > settings.maxLength
      ? [{ text: 'minOverMax', field: 'minLength' }]
      : []),
  ],
  names: ({ attrKey }) => (attrKey === '' ? [] : [attrKey]),
  enter(turn) {
    turn.remember({ triesLeft: turn.settings.tries, keys: '', asked: null } satisfies Memory);
    ask(turn);
    takeKeys(turn);
  },
  on(turn, event) {
    const memory = turn.memory<Memory>()!;
    if (event.type === 'silent' && memory.keys === '') return retryQuestion(turn, 'silent', 'silent', () => ask(turn));
    if (event.type === 'key' && (turn.settings.mayInterrupt || turn.run.saying.length === 0)) return takeKeys(turn);
    if (event.type === 'said') return takeKeys(turn);
    if (event.type === 'timeUp') return pressed(turn);
    if (event.type === 'heard')
      return memory.asked === null
        ? check(turn, readValue(variableOf(turn), event.text, frame(turn)))
        : confirmed(turn, yesOrNo(event.text, turn.run.language), event.text);
  },
};

const variableOf = (turn: NodeTurn<Settings>): Variable =>
  turn.run.flow.variables.find(({ attrKey }) => attrKey === turn.settings.attrKey) ?? {
    attrKey: turn.settings.attrKey,
    name: '',
    valueType: VariableType.text,
    valueFormat: 0,
    choices: [],
  };

const frame = (turn: NodeTurn<Settings>) => ({
  language: turn.run.language,
  today: dayOf(turn.nowMs, turn.run.timeZone),
});

function ask(turn: NodeTurn<Settings>): void {
  const { spoken, mayInterrupt, silenceMs } = turn.settings;
  turn.remember({ ...turn.memory<Memory>()!, keys: '', asked: null });
  turn.sleep();
  turn.say(spoken, { mayInterrupt });
  turn.listen({ phrases: variableOf(turn).choices, silenceMs });
}

function takeKeys(turn: NodeTurn<Settings>): void {
  const memory = turn.memory<Memory>()!;
  if (memory.asked !== null) {
    const key = turn.takeKeys(1);
    return key === '' ? undefined : confirmed(turn, key === '1' ? true : key === '2' ? false : null, '');
  }
  const most = mostKeys(turn);
  const next = turn.run.keysAhead.indexOf('#');
  const taken = turn.takeKeys(next >= 0 ? Math.min(next + 1, most) : most - memory.keys.length);
  if (taken === '') return;
  turn.hush();
  turn.remember({ ...memory, keys: memory.keys + taken });
  if (taken.includes('#') || memory.keys.length + taken.length >= most) return pressed(turn);
  turn.wake(turn.settings.keyPauseMs);
}

/** After so many no more are waited for. */
function mostKeys(turn: NodeTurn<Settings>): number {
  const { valueType, choices } = variableOf(turn);
  if (valueType === VariableType.choice) return choices.length > 9 ? 2 : 1;
  if (valueType === VariableType.date) return 8;
  if (valueType === VariableType.time) return 4;
  return turn.settings.maxLength > 0 ? Math.min(turn.settings.maxLength, 40) : 40;
}

function pressed(turn: NodeTurn<Settings>): void {
  const { keys } = turn.memory<Memory>()!;
  turn.sleep();
  check(turn, readKeys(variableOf(turn), keys.replaceAll('#', ''), frame(turn)));
}

function check(turn: NodeTurn<Settings>, value: Value | null): void {
  if (value === null || !isValid(turn, value)) return retryQuestion(turn, 'other', 'invalid', () => ask(turn));
  if (isSilent(turn.settings.confirm)) return keep(turn, value);
  turn.remember({ ...turn.memory<Memory>()!, keys: '', asked: value });
  // The question has the value in it: it is set for being said, and set again if the answer is another.
  turn.set(turn.settings.attrKey, value);
  turn.say(turn.settings.confirm);
  turn.listen({ silenceMs: turn.settings.silenceMs });
}

function isValid({ settings, run, fill }: NodeTurn<Settings>, value: Value): boolean {
  const variable = run.flow.variables.find(({ attrKey }) => attrKey === settings.attrKey);
  const ordered =
    variable &&
    ([VariableType.number, VariableType.price, VariableType.date, VariableType.time] as number[]).includes(
      variable.valueType,
    );
  const [min, max, length] = [fill(settings.min), fill(settings.max), [...String(value)].length];
  if (ordered)
    return (
      (min === '' || isSo(upTo(min, value), 'atLeast', min)) && (max === '' || isSo(upTo(max, value), 'atMost', max))
    );
  return length >= settings.minLength && (settings.maxLength === 0 || length <= settings.maxLength);
}

/** A moment is within days by its day. */
const upTo = (bound: string, value: Value): Value =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(bound) && /^\d{4}-\d{2}-\d{2} /.test(value)
    ? value.slice(0, 10)
    : value;

/** Whoever says another value instead of yes or no has put it right. */
function confirmed(turn: NodeTurn<Settings>, agreed: boolean | null, text: string): void {
  const { asked } = turn.memory<Memory>()!;
  if (agreed === true) return keep(turn, asked!);
  const variable = variableOf(turn);
  const instead =
    text === '' || variable.valueType === VariableType.text ? null : readValue(variable, text, frame(turn));
  if (instead !== null && instead !== asked) return check(turn, instead);
  retryQuestion(turn, 'other', 'invalid', () => ask(turn));
}

function keep(turn: NodeTurn<Settings>, value: Value): void {
  if (turn.run.values[turn.settings.attrKey] !== value) turn.set(turn.settings.attrKey, value);
  turn.leave('collected');
}
