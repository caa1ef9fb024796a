import { sql } from 'kysely';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { spokenWords } from '#adapters/speech/fake/spoken-words.ts';
import type { Answer } from '#core/flow/flow-events.ts';
import type { Flow } from '#core/flow/flow.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { Speech } from '#core/speech/speech.port.ts';
import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import type { PcmStream } from '#core/telephony/telephony.port.ts';
import type { Db } from '#platform/server/db/db.ts';
import { openLog } from '#platform/server/log.ts';
import { handClock } from '#test/clock.ts';
import type { CallHands } from './call-hands.ts';
import type { FlowShelf } from './flow-shelf.ts';
import { openTalks } from './open-talks.ts';
import type { TalkAsk } from './talk.ts';

let made = 0;

/** Conversations with fakes around them and a clock that is turned by hand. */
export function aTalkHouse(
  db: Db,
  {
    speech = fakeSpeech(),
    outside = async () => {
      throw new Error('nobody is outside');
    },
    node = `node-${(made += 1)}`,
    shelf = { published: async () => null },
  }: { speech?: Speech; outside?: OutsideFetch; node?: string; shelf?: FlowShelf } = {},
) {
  const clock = handClock(Date.parse('2026-11-16T15:00:00Z'));
  const problems: string[] = [];
  const log = openLog('error', { write: (line) => void problems.push(line) });
  const talks = openTalks(
    { db, clock, log, exchange: { domain: 'openseat.test', node, iceServers: () => [] } },
    { speech, shelf, outside, sounds: { samples: async () => null }, after: clock.after },
  );

  /** Time passes step by step; what is due is done, and whatever it set going runs. */
  async function pass(ms: number, each: () => void = () => {}): Promise<void> {
    for (let passed = 0; passed < ms; passed += FRAME_MS) {
      clock.turn(FRAME_MS);
      each();
      // Fakes answer within a turn or two of the event loop.
      for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
    }
  }

  return {
    talks,
    clock,
    pass,
    problems,
    node,
    /** Much time passes at once. */
    leap(ms: number): Promise<void> {
      clock.leap(ms);
      return pass(FRAME_MS);
    },
  };
}

export const anAsk = (tenantId: number, flow: Flow, rest: Partial<TalkAsk> = {}): TalkAsk => ({
  tenantId,
  source: 'test',
  flowId: 7,
  flowName: 'Reception',
  flowVersion: null,
  flow,
  caller: { number: '525512345678', customerId: null, fields: {}, tagIds: [] },
  called: '525550000101',
  ...rest,
});

/** The sound of a call, turned by hand: what the caller says goes in, what we say is kept. */
export function aLine() {
  let hear: (frame: Int16Array) => void = () => {};
  let written: number[] = [];
  const played: number[] = [];
  let saying: Int16Array = new Int16Array(0);
  const stream: PcmStream & { isClosed: boolean } = {
    isClosed: false,
    onFrame: (listener) => void (hear = listener),
    write: (samples) => void written.push(...samples),
    clear() {
      const dropped = (written.length / FRAME_SAMPLES) * FRAME_MS;
      written = [];
      return dropped;
    },
    bufferedMs: () => (written.length / FRAME_SAMPLES) * FRAME_MS,
    close: () => void (stream.isClosed = true),
  };
  return {
    stream,
    /** The caller says words a fake recogniser understands. */
    says(text: string) {
      saying = spokenWords(text);
    },
    /** 20 ms pass. */
    tick() {
      const frame = new Int16Array(FRAME_SAMPLES);
      frame.set(saying.subarray(0, FRAME_SAMPLES));
      saying = saying.subarray(FRAME_SAMPLES);
      const sounding = written.slice(0, FRAME_SAMPLES);
      written = written.slice(FRAME_SAMPLES);
      played.push(...sounding, ...Array.from({ length: FRAME_SAMPLES - sounding.length }, () => 0));
      hear(frame);
    },
    isSpeaking: () => saying.length > 0,
    /** Whether anything of ours sounds now. */
    sounds: () => written.length > 0,
    playedSamples: () => played,
    /** Milliseconds of ours that sounded. */
    playedMs: () => played.filter((sample) => sample !== 0).length / 8,
  };
}

export function someHands(
  answers: Partial<Record<'transfer' | 'callback' | 'voicemail' | 'record' | 'survey', Answer>> = {},
): CallHands & { did: string[] } {
  const did: string[] = [];
  const answer = (what: keyof typeof answers) => async (): Promise<Answer> => {
    did.push(what);
    return answers[what] ?? { ok: true, what: 'done' };
  };
  return {
    did,
    transfer: answer('transfer'),
    callback: answer('callback'),
    voicemail: answer('voicemail'),
    record: answer('record'),
    survey: answer('survey'),
    hangUp: () => void did.push('hangUp'),
    giveBack: () => void did.push('giveBack'),
  };
}

export async function storedTalks(db: Db, tenantId: number) {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      talk_id: string;
      result: number | null;
      ended: boolean;
      turns: number;
      latency_ms: number | null;
      variables: object;
      types: number[];
    }>`
    select t.talk_id, t.result, t.ended_at is not null ended, t.turns, t.latency_ms, t.variables, array(select m.type::int from flow_talk_message m where m.talk = t.id order by m.no) types from flow_talk t where t.tenant_id = ${tenantId} order by t.id`.execute(
      tx.as(),
    ),
  );
  return rows;
}
