import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import { openSwitchboard } from '#adapters/telephony/embedded/sound/open-switchboard.ts';
import { openWebRtcEnd } from '#adapters/telephony/embedded/sound/open-webrtc-end.ts';
import type { WebRtcEnd } from '#adapters/telephony/embedded/sound/webrtc-end.ts';
import { legId, type LegId } from '#core/telephony/telephony.port.ts';
import { print, type Figure } from './report.ts';

/*
 * The processor time of sound in one process, with phones in another: legs that are forwarded to each other, recorded,
 * on hold, and mixed (a supervisor barging into every call). 100 % is one core; encryption is in it.
 */
const LEGS = Number(process.env['LEGS'] ?? 99);
const SECONDS = 8;

const folder = mkdtempSync(join(tmpdir(), 'sound-'));
const metronome = openMetronome();
const board = openSwitchboard({ metronome, recordingsFolder: folder });
const phones = fork(join(import.meta.dirname, 'sound-phones.ts'));
const ask = async <T>(message: object): Promise<T> => {
  phones.send(message);
  const [answer] = (await once(phones, 'message')) as [T];
  return answer;
};

const { offers } = await ask<{ offers: string[] }>({ open: LEGS });
const legs: LegId[] = offers.map((_, at) => legId(String(at)));
const ends: WebRtcEnd[] = [];
const answers: string[] = [];
for (const [at, offer] of offers.entries()) {
  const end = openWebRtcEnd({ metronome, udpPort: 41_999, bindAddress: '127.0.0.1' });
  ends.push(end);
  board.add(legs[at]!, end);
  answers.push(await end.describe(offer));
}
await ask({ answers });

const figures: Figure[] = [];
const trios = Array.from(
  { length: Math.floor(LEGS / 3) },
  (_, at) => [legs[at * 3]!, legs[at * 3 + 1]!, legs[at * 3 + 2]!] as const,
);
const pairs = Array.from({ length: Math.floor(LEGS / 2) }, (_, at) => [legs[at * 2]!, legs[at * 2 + 1]!] as const);

await measure('heard by nobody');
for (const [a, b] of pairs) board.bridge(a, b);
await measure('forwarded');
for (const [a] of pairs) board.record(a, `recording-${a}`);
await measure('forwarded, half recorded');
for (const [a] of pairs) board.stopRecording(`recording-${a}`);
for (const leg of legs) board.hold(leg, { name: 'music' });
await measure('on hold');
for (const [customer, agent, supervisor] of trios) {
  board.bridge(customer, agent);
  board.monitor(supervisor, agent, 'barge');
}
await measure('mixed');
const { rss } = process.memoryUsage();
print(`sound: ${LEGS} legs in one process`, [
  ...figures,
  { bench: 'sound.memory', ours: rss / 2 ** 20, reference: null, unit: 'MB' },
]);

phones.kill();
await board.stop();
for (const end of ends) end.close();
metronome.stop();
rmSync(folder, { recursive: true });

async function measure(what: string): Promise<void> {
  await wait(1_000);
  await ask({ count: true });
  const before = process.cpuUsage();
  const beganMs = performance.now();
  await wait(SECONDS * 1_000);
  const used = process.cpuUsage(before);
  const lastedMs = performance.now() - beganMs;
  const { heard } = await ask<{ heard: number[] }>({ count: true });
  figures.push({
    bench: `sound.${what}`,
    ours: (used.user + used.system) / 10 / lastedMs,
    reference: null,
    unit: '% core',
  });
  figures.push({
    bench: `sound.${what}.heard`,
    ours: heard.reduce((sum, count) => sum + count, 0) / LEGS / (lastedMs / 1_000),
    reference: null,
    unit: 'packets/s',
  });
}
