import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import type { FlowEvent } from '#core/flow/flow-events.ts';
import { flowMachine } from '#core/flow/flow-machine.ts';
import { openRun } from '#core/flow/run.ts';
import { templates } from '#features/flows/flows/core/templates/index.ts';
import type { Talk } from '#features/flows/flow-talks/server/talk.ts';
import { familyCpuMsOf } from './cpu-time.ts';
import type { House } from './flow-house.ts';
import { median } from './report.ts';

/** An appointment by text, put right once: nine things the caller says. */
const SAID = [
  'I want to make an appointment',
  'tomorrow',
  'half past three pm',
  'Ana Lopez',
  'no',
  'friday',
  'ten am',
  'Ana Lopez',
  'yes that is right',
];
const flow = templates.appointment();
const CALLER = { number: '525512345678', customerId: null, fields: {}, tagIds: [] };
const NOW_MS = Date.parse('2026-11-16T15:00:00Z');

/** One conversation by the machine alone; answers how many turns the caller had. */
function talkOnce(): number {
  let run = openRun(flow, { caller: CALLER });
  const send = (event: FlowEvent): void => {
    const step = flowMachine(run, { ...event, nowMs: NOW_MS });
    run = step.state;
    for (const effect of step.effects) {
      if (effect.type === 'say') send({ type: 'said', sayId: effect.sayId, wasCut: false });
      if (effect.type === 'ask') send({ type: 'answered', askId: effect.askId, answer: { ok: true, what: 'done' } });
    }
  };
  send({ type: 'begun' });
  for (const text of SAID) send({ type: 'heard', text, phrase: null, confidence: 1, language: null });
  if (run.result === null) throw new Error(`the conversation stands still at ${run.at}`);
  return SAID.length;
}

/** Turns a second of processor time, by the machine alone. */
export async function machineTurns(): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    let turns = 0;
    const { cpuSeconds } = await timed(async () => {
      for (const from = performance.now(); performance.now() - from < 500;) turns += talkOnce();
    });
    if (round > 0) rates.push(turns / cpuSeconds);
  }
  return median(rates);
}

const [TALKS, AT_ONCE, ROUNDS] = [300, 20, 5];
/** Of those who talk at their own pace. */
const [PACED, PACE_MS] = [200, 100];

interface Spent {
  seconds: number;
  /** Of this process. */
  cpuSeconds: number;
  /** Of this process and PostgreSQL. */
  wholeSeconds: number;
}

export interface StoredFigures {
  /** Turns a second, and turns a second of our processor time, with those of PostgreSQL. */
  fast: Record<'ours' | 'bare', { perSecond: number; perCpu: number; perWhole: number }>;
  /** Milliseconds of processor time a turn, PostgreSQL's too, of conversations that leave time between two turns. */
  paced: Record<'ours' | 'bare', number>;
  rows: number;
}

type Rows = { no: number }[];

/** Conversations that are stored, beside plain statements that store the same rows: by turns, the median of five. */
export async function storedTurns(house: House): Promise<StoredFigures> {
  const talks = house.talks(await fakeSpeech().of(1));
  const held: Rows[] = [];
  async function hold(count: number, paceMs: number | null): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const talk = await talks.beginText(house.ask(flow));
      for (const text of SAID) {
        await talk.settled();
        if (paceMs !== null) await pause(paceMs);
        talk.says(text);
      }
      await talk.over;
      held.push(rowsOf(talk));
    }
  }
  const together = (people: number, act: (place: number) => Promise<void>): Promise<unknown> =>
    Promise.all(Array.from({ length: people }, (_, place) => act(place)));
  await together(AT_ONCE, () => hold(2, null));
  const rows = held[0]!;

  const fast: Record<'ours' | 'bare', Spent[]> = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const each = TALKS / AT_ONCE;
    fast.ours.push(await spent(house, () => together(AT_ONCE, () => hold(each, null))));
    const bare = async (): Promise<void> => {
      for (let at = 0; at < each; at += 1) await plainTalk(house, rows);
    };
    fast.bare.push(await spent(house, () => together(AT_ONCE, bare)));
  }
  const paced: Record<'ours' | 'bare', Spent[]> = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Nobody begins at the same moment.
    const begins = (place: number): Promise<void> => pause((place * PACE_MS) / PACED);
    paced.ours.push(
      await spent(house, () => together(PACED, async (place) => (await begins(place), hold(1, PACE_MS)))),
    );
    paced.bare.push(
      await spent(house, () => together(PACED, async (place) => (await begins(place), plainTurns(house, rows)))),
    );
  }
  const turns = TALKS * SAID.length;
  const fastOf = (of: readonly Spent[]) => ({
    perSecond: turns / median(of.map(({ seconds }) => seconds)),
    perCpu: turns / median(of.map(({ cpuSeconds }) => cpuSeconds)),
    perWhole: turns / median(of.map(({ wholeSeconds }) => wholeSeconds)),
  });
  const pacedOf = (of: readonly Spent[]) =>
    (median(of.map(({ wholeSeconds }) => wholeSeconds)) * 1_000) / (PACED * SAID.length);
  return {
    fast: { ours: fastOf(fast.ours), bare: fastOf(fast.bare) },
    paced: { ours: pacedOf(paced.ours), bare: pacedOf(paced.bare) },
    rows: rows.length,
  };
}

const rowsOf = (talk: Talk): Rows =>
  talk.messages().map(({ msgType, stepId, msgInfo, time_ms: timeMs, createTs }, at) => ({
    no: at + 1,
    type: msgType,
    node_id: stepId,
    info: msgInfo,
    time_ms: timeMs,
    created_ms: createTs,
  }));

let named = 0;
const plainRow = (isOver: boolean) =>
  sql<{
    id: number;
  }>`insert into flow_talk (talk_id, source, mode, flow_name, number, language, node, started_at, ended_at, result, turns)
    values (${`bare-${(named += 1)}`}, 'test', 'text', 'Bench', '525512345678', 'en', 'bench', now(), ${isOver ? sql`now()` : sql`null`}, ${isOver ? 1 : null}::smallint, ${isOver ? SAID.length : 0}) returning id`;
const plainLines = (talk: number, lines: Rows) =>
  sql`insert into flow_talk_message (talk, no, type, node_id, info, time_ms, created_ms)
    select ${talk}, no, type, node_id, info, time_ms, created_ms from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (no int, type smallint, node_id text, info jsonb, time_ms int, created_ms bigint)`;

/** A whole conversation in two inserts. */
const plainTalk = ({ db, tenantId }: House, lines: Rows): Promise<unknown> =>
  db.tenant({ tenantId }, async (tx) => {
    const { rows: added } = await plainRow(true).execute(tx.as());
    await plainLines(added[0]!.id, lines).execute(tx.as());
  });

/** A conversation as it goes on: its row, an insert for what each turn brings, and its end. */
async function plainTurns({ db, tenantId }: House, lines: Rows): Promise<void> {
  const [added] = (await db.tenant({ tenantId }, (tx) => plainRow(false).execute(tx.as()))).rows;
  const each = Math.ceil(lines.length / SAID.length);
  for (let turn = 0; turn < SAID.length; turn += 1) {
    await pause(PACE_MS);
    const some = lines.slice(turn * each, (turn + 1) * each);
    await db.tenant({ tenantId }, (tx) => plainLines(added!.id, some).execute(tx.as()));
  }
  await db.tenant({ tenantId }, (tx) =>
    sql`update flow_talk set ended_at = now(), result = 1, turns = ${SAID.length} where id = ${added!.id}`.execute(
      tx.as(),
    ),
  );
}

async function spent({ databasePid }: House, act: () => Promise<unknown>): Promise<Spent> {
  const databaseMs = familyCpuMsOf(databasePid);
  const { seconds, cpuSeconds } = await timed(act);
  return { seconds, cpuSeconds, wholeSeconds: cpuSeconds + (familyCpuMsOf(databasePid) - databaseMs) / 1_000 };
}

async function timed(act: () => Promise<unknown>): Promise<{ seconds: number; cpuSeconds: number }> {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  await act();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - from) / 1_000, cpuSeconds: (user + system) / 1_000_000 };
}
