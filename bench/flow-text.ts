import { sql } from 'kysely';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import type { FlowEvent } from '#core/flow/flow-events.ts';
import { flowMachine } from '#core/flow/flow-machine.ts';
import { openRun } from '#core/flow/run.ts';
import { templates } from '#features/flows/flows/core/templates/index.ts';
import type { Talk } from '#features/flows/flow-talks/server/talk.ts';
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

const [TALKS, AT_ONCE] = [600, 20];

/** Turns a second of conversations that are stored, beside plain statements that store the same rows; and turns a second of our processor time. */
export async function storedTurns({
  db,
  tenantId,
  talks: openHouse,
  ask,
}: House): Promise<{ ours: number; bare: number; oursPerCpu: number; barePerCpu: number; rows: number }> {
  const talks = openHouse(await fakeSpeech().of(1));
  const held: Talk[] = [];
  async function hold(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const talk = await talks.beginText(ask(flow));
      for (const text of SAID) {
        await talk.settled();
        talk.says(text);
      }
      await talk.over;
      held.push(talk);
    }
  }
  const together = (act: (count: number) => Promise<void>): Promise<unknown> =>
    Promise.all(Array.from({ length: AT_ONCE }, () => act(TALKS / AT_ONCE)));
  await together(() => hold(2));
  held.length = 0;

  const [ours, bare] = [await timed(() => together(hold)), { seconds: 0, cpuSeconds: 0 }];
  const rows = held.map((talk) =>
    talk.messages().map(({ msgType, stepId, msgInfo, time_ms: timeMs, createTs }, at) => ({
      no: at + 1,
      type: msgType,
      node_id: stepId,
      info: msgInfo,
      time_ms: timeMs,
      created_ms: createTs,
    })),
  );
  let next = 0;
  Object.assign(
    bare,
    await timed(() =>
      together(async (count) => {
        for (let at = 0; at < count; at += 1) {
          const talkNo = next++;
          const lines = rows[talkNo]!;
          await db.tenant({ tenantId }, async (tx) => {
            const { rows: added } = await sql<{
              id: number;
            }>`insert into flow_talk (talk_id, source, mode, flow_name, number, language, node, started_at, ended_at, result, turns)
          values (${`bare-${talkNo}`}, 'test', 'text', 'Bench', '525512345678', 'en', 'bench', now(), now(), 1, 9) returning id`.execute(
              tx.as(),
            );
            await sql`insert into flow_talk_message (talk, no, type, node_id, info, time_ms, created_ms)
          select ${added[0]!.id}, no, type, node_id, info, time_ms, created_ms from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (no int, type smallint, node_id text, info jsonb, time_ms int, created_ms bigint)`.execute(
              tx.as(),
            );
          });
        }
      }),
    ),
  );
  const turns = TALKS * SAID.length;
  return {
    ours: turns / ours.seconds,
    bare: turns / bare.seconds,
    oursPerCpu: turns / ours.cpuSeconds,
    barePerCpu: turns / bare.cpuSeconds,
    rows: rows[0]!.length,
  };
}

async function timed(act: () => Promise<unknown>): Promise<{ seconds: number; cpuSeconds: number }> {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  await act();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - from) / 1_000, cpuSeconds: (user + system) / 1_000_000 };
}
