import { SUPPORT } from '#test/journeys/arrange.ts';
import { people } from '#test/journeys/api.ts';
import { hearsTone, isAt, until, type CarrierStage } from './carrier-stage.ts';
import { expectThat } from './checks.ts';
import type { playSipp } from './sipp.ts';
import { forgetfulCaller, renewedCallee } from './sipp-scenarios.ts';

const SAYS_HZ = 600;
/** A session of 90 s is renewed half way, and given up when 30 s are left. */
const PATIENCE_MS = 110_000;
const LEAST_LIFE_SEC = 55;

interface SessionStage {
  stage: CarrierStage;
  us: { address: string; port: number };
  number: string;
  play(scenario: string, calls?: Parameters<typeof playSipp>[0]['calls']): ReturnType<typeof playSipp>;
}

/** We renew what we are asked to; whoever promised to renew and does not is hung up, not before its time. */
export async function sessionsKept({ stage, us, number, play }: SessionStage): Promise<string> {
  const callee = play(renewedCallee);
  const out = stage.dial(stage.ana, 'sipp', number);
  await isAt(out, 'talking');
  const budi = await stage.seat(people.budi);
  const caller = play(forgetfulCaller, { ...us, number: `+${SUPPORT}` });
  const comesIn = await until('a call that rings', () => budi.phone.calls[0]);
  await comesIn.answer();
  await isAt(comesIn, 'talking');
  for (const call of [out, comesIn]) call.speak(SAYS_HZ);

  await until('the caller to renew twice', () => sentBy(caller.messages(), 'INVITE', 3) !== null, PATIENCE_MS);
  const renewedMs = Date.now();
  await until('our re-INVITE', () => countRequests(callee.messages(), 'INVITE') >= 2, PATIENCE_MS);
  await hearsTone(out, SAYS_HZ);
  await hearsTone(comesIn, SAYS_HZ);
  await out.hangUp();
  await callee.ended;
  await isAt(comesIn, 'over', PATIENCE_MS);
  const livedSec = Math.round((Date.now() - renewedMs) / 1_000);
  await caller.ended;
  expectThat(
    livedSec >= LEAST_LIFE_SEC,
    `a call that lives ${LEAST_LIFE_SEC} s after it was renewed, not ${livedSec} s`,
  );
  return `we renewed by re-INVITE; theirs by UPDATE and re-INVITE were answered; forgotten, it was hung up after ${livedSec} s`;
}

const sentBy = (messages: string, method: string, cseq: number): RegExpExecArray | null =>
  new RegExp(`^CSeq: ${cseq} ${method}`, 'm').exec(messages);
/** How many different requests of this kind came. */
const countRequests = (messages: string, method: string): number =>
  new Set([...messages.matchAll(new RegExp(`^CSeq: (\\d+) ${method}`, 'gm'))].map(([, cseq]) => cseq)).size;
