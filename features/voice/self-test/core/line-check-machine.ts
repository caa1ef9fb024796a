import type { Machine, Step } from '#core/machine.ts';
import type { LineStatistics } from '#core/quality/line-statistics.ts';
import {
  PATIENCE_MS,
  TALK_MS,
  underTest,
  type CheckedLine,
  type LineCheck,
  type LineCheckEffect,
  type LineCheckEvent,
  type LineScore,
  type LineStage,
} from './line-check.ts';
import type { TestFault } from '#core/line-check/probe-phone.port.ts';

/**
 *   waiting ─▶ registering ─▶ calling ─▶ talking ─7 s─▶ done ─▶ the next line
 *                   └────────────┴──────────┴── refused, lost, too late ─▶ failed ─▶ the next line
 *
 * Rules:
 * 1. One line at a time, in the order given; the next begins when the one before is closed.
 * 2. A line that was heard of at all has a score; one whose call brought no sound failed.
 * 3. Stopping closes the line under test; what was measured stays.
 */
export const lineCheckMachine: Machine<LineCheck, LineCheckEvent, LineCheckEffect> = (check, event) => {
  if (event.type === 'begun') return begin(check, event.lines);
  const line = underTest(check);
  if (check.at !== 'running' || !line) return { state: check, effects: [] };
  switch (event.type) {
    case 'registered':
      return line.at === 'registering'
        ? become(check, line, 'calling', PATIENCE_MS, { type: 'call', lineId: line.id })
        : same(check);
    case 'answered':
      return line.at === 'calling' ? become(check, line, 'talking', TALK_MS) : same(check);
    case 'heard':
      return line.at === 'talking' ? same({ ...check, heard: [...check.heard, event.statistics] }) : same(check);
    case 'failed':
      return leave(check, line, event.why);
    case 'due':
      if (event.turn !== check.turn || event.stage !== line.at) return same(check);
      return leave(check, line, line.at === 'talking' ? null : line.at === 'registering' ? 'connect' : 'unanswered');
    case 'stopped':
      return {
        state: {
          ...check,
          at: 'stopped',
          turn: check.turn + 1,
          lines: changed(check, line.id, { at: 'waiting' }),
          heard: [],
        },
        effects: [{ type: 'close', lineId: line.id }],
      };
  }
};

type Decision = Step<LineCheck, LineCheckEffect>;
const same = (state: LineCheck): Decision => ({ state, effects: [] });
const changed = ({ lines }: LineCheck, id: number, part: Partial<CheckedLine>): CheckedLine[] =>
  lines.map((line) => (line.id === id ? { ...line, ...part } : line));

function begin(before: LineCheck, lines: Extract<LineCheckEvent, { type: 'begun' }>['lines']): Decision {
  if (before.at === 'running') return same(before);
  const check: LineCheck = {
    at: 'running',
    turn: before.turn + 1,
    heard: [],
    lines: lines.map(({ id, name, isCurrent }) => ({ id, name, isCurrent, at: 'waiting', score: null, why: null })),
  };
  return next(check);
}

function next(check: LineCheck): Decision {
  const line = check.lines.find(({ at }) => at === 'waiting');
  if (!line) return { state: { ...check, at: 'done' }, effects: [{ type: 'finished' }] };
  return become({ ...check, heard: [] }, line, 'registering', PATIENCE_MS, { type: 'open', lineId: line.id });
}

function become(
  check: LineCheck,
  line: CheckedLine,
  at: LineStage,
  atMostMs: number,
  ...effects: LineCheckEffect[]
): Decision {
  const turn = check.turn + 1;
  return {
    state: { ...check, turn, lines: changed(check, line.id, { at }) },
    effects: [...effects, { type: 'wake', afterMs: atMostMs, event: { type: 'due', turn, stage: at } }],
  };
}

/** The call is over, as it should be or because of `why`. */
function leave(check: LineCheck, line: CheckedLine, why: TestFault | null): Decision {
  const score = why === null ? scoreOf(check.heard) : null;
  const end: Partial<CheckedLine> = score
    ? { at: 'done', score, why: null }
    : { at: 'failed', score: null, why: why ?? 'silent' };
  const { state, effects } = next({ ...check, turn: check.turn + 1, lines: changed(check, line.id, end) });
  return { state, effects: [{ type: 'close', lineId: line.id }, ...effects] };
}

const CLEARLY_WORSE = 0.3;

/** The figures of a call: what one hears on average and what the other side hears on average, the worse of both. Null when nothing was heard. */
export function scoreOf(heard: readonly LineStatistics[]): LineScore | null {
  const mean = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const here = mean(heard.map(({ mos }) => mos));
  if (here === null) return null;
  const there = mean(heard.map(({ remoteMos }) => remoteMos));
  const isSentWorse = there !== null && there < here - CLEARLY_WORSE;
  const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);
  return {
    mos: Math.round(Math.min(here, there ?? here) * 100) / 100,
    roundTripMs: rounded(mean(heard.map(({ roundTripMs }) => roundTripMs))),
    jitterMs: rounded(mean(heard.map(({ jitterMs }) => jitterMs))),
    lossPercent: rounded(mean(heard.map(({ lossPercent }) => lossPercent))),
    ...(isSentWorse ? { sentMos: Math.round(there * 100) / 100 } : {}),
  };
}
