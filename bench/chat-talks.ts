import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export type Side = 'visitor' | 'agent';

/** What one message took: until its sender knew it was stored, and until the other side had it. */
export interface MessageTimes {
  storedMs: number;
  heardMs: number;
}

/** Two hundred conversations with their pages, on one server or another. */
export interface Talks {
  count: number;
  /** Settles when the message is stored and the other side has it. */
  say(talk: number, from: Side): Promise<MessageTimes>;
  close(): Promise<void>;
}

export interface TalkTimes {
  times: readonly MessageTimes[];
  perSecond: number;
}

/** Keeps who waits for what: messages are known by the id their page gave them. */
export function openAwaited(patienceMs = 60_000) {
  const awaited = new Map<
    string,
    { at: number; times: Partial<MessageTimes>; done(times: MessageTimes): void; fail(why: Error): void }
  >();
  function note(id: string, part: keyof MessageTimes): void {
    const one = awaited.get(id);
    if (!one) return;
    one.times[part] ??= performance.now() - one.at;
    const { storedMs, heardMs } = one.times;
    if (storedMs === undefined || heardMs === undefined) return;
    awaited.delete(id);
    one.done({ storedMs, heardMs });
  }
  return {
    stored: (id: string) => note(id, 'storedMs'),
    heard: (id: string) => note(id, 'heardMs'),
    refused: (id: string, why: string) => awaited.get(id)?.fail(new Error(`not stored: ${why}`)),
    send(over: (id: string) => void): Promise<MessageTimes> {
      const id = randomUUID();
      return new Promise<MessageTimes>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('a message was not heard of again')), patienceMs);
        awaited.set(id, {
          at: performance.now(),
          times: {},
          done: (times) => {
            clearTimeout(late);
            resolve(times);
          },
          fail: (why) => {
            clearTimeout(late);
            reject(why);
          },
        });
        over(id);
      });
    },
  };
}

/** Everybody at once: in each conversation one answers the other as soon as they have read it. */
export async function talkAtOnce(talks: Talks, exchanges: number): Promise<TalkTimes> {
  const times: MessageTimes[] = [];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: talks.count }, async (_, talk) => {
      for (let n = 0; n < exchanges; n += 1)
        for (const from of ['visitor', 'agent'] as const) times.push(await talks.say(talk, from));
    }),
  );
  return { times, perSecond: (times.length * 1_000) / (performance.now() - startedAt) };
}

/** So many messages a second, whatever became of those before. */
export async function talkCalmly(talks: Talks, exchanges: number, perSecond: number): Promise<TalkTimes> {
  const saying: Promise<MessageTimes>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < exchanges * 2 * talks.count; n += 1) {
    const earlyMs = startedAt + (n * 1_000) / perSecond - performance.now();
    if (earlyMs > 0) await wait(earlyMs);
    saying.push(talks.say(n % talks.count, Math.floor(n / talks.count) % 2 === 0 ? 'visitor' : 'agent'));
  }
  const times = await Promise.all(saying);
  return { times, perSecond: (times.length * 1_000) / (performance.now() - startedAt) };
}
