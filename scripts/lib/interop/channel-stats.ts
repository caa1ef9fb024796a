import { setTimeout as pause } from 'node:timers/promises';
import type { Asterisk } from './asterisk.ts';
import { expectThat } from './checks.ts';

/** What the carrier counted of one call. */
interface ChannelStats {
  codec: string;
  received: number;
  lost: number;
  sent: number;
}

const NUMBER = String.raw`\s+(\d+)`;
const SKIPPED = String.raw`\s+[\d.]+`;

/** Of every call of a line. */
export async function packetsAt(carrier: Asterisk, line: string): Promise<ChannelStats[]> {
  const output = await carrier.command('pjsip show channelstats');
  // Count, lost, share and jitter of what came, then of what went.
  const row = new RegExp(`${line}-\\w+\\s+[\\d:]+\\s+(\\w+)${NUMBER}${NUMBER}${SKIPPED}${SKIPPED}${NUMBER}`, 'g');
  return [...output.matchAll(row)].map(([, codec = '', received, lost, sent]) => ({
    codec,
    received: Number(received),
    lost: Number(lost),
    sent: Number(sent),
  }));
}

const LISTENED_MS = 2_000;
/** By the carrier's clock and ours, on a machine that does other things too. */
const WITHIN = 0.15;
/** What was agreed with a line that is particular about it. */
const CODEC: Readonly<Record<string, string>> = { alaw: 'alaw' };
const PACKET_MS: Readonly<Record<string, number>> = { slow: 30 };

/** The codec and length of our packets in the one call of a line, by what the carrier counts. */
export async function soundAt(carrier: Asterisk, line: string): Promise<string> {
  const look = async () => {
    const [stats] = await packetsAt(carrier, line);
    expectThat(stats !== undefined, `a call of ${line} that the carrier counts`);
    return { ...stats, atMs: performance.now() };
  };
  const before = await look();
  await pause(LISTENED_MS);
  const after = await look();
  const eachMs = (after.atMs - before.atMs) / (after.received - before.received);
  const { [line]: agreedMs = 20 } = PACKET_MS;
  const { [line]: codec = 'ulaw' } = CODEC;
  expectThat(Math.abs(eachMs / agreedMs - 1) < WITHIN, `packets of ${agreedMs} ms, not ${eachMs.toFixed(1)} ms`);
  expectThat(after.codec === codec, `${codec}, not ${after.codec}`);
  return `${codec} in packets of ${eachMs.toFixed(1)} ms`;
}
