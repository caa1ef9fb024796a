import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptySendQueue, sendQueue, type SendQueueEvent } from './send-queue.ts';

/** A page with its queue, a line that may be cut, and a server whose database may be away. Time passes by hand. */
function aTalk() {
  const written: string[] = [];
  const stored: string[] = [];
  const outbox: string[] = [];
  /** Frames the server has not dealt with yet; those of a cut line may still come, after all. */
  let frames: { id: string; line: number }[] = [];
  let timers: { atMs: number; event: SendQueueEvent }[] = [];
  let queue = emptySendQueue;
  let nowMs = 0;
  let line = 0;
  let isOpen = true;
  let isStoring = true;

  function happen(event: SendQueueEvent): void {
    const step = sendQueue(queue, event);
    queue = step.state;
    for (const effect of step.effects) {
      if (effect.type === 'wake') timers.push({ atMs: nowMs + effect.afterMs, event: effect.event });
      else if (isOpen) frames.push({ id: effect.id, line });
    }
  }
  const look = (): void => happen({ type: 'changed', first: outbox[0] ?? null });

  return {
    written,
    stored,
    outbox,
    write() {
      const id = `m${written.length}`;
      written.push(id);
      outbox.push(id);
      look();
    },
    /** The server takes the next frame; its answer is lost with the line it came by. */
    serve() {
      const frame = frames.shift();
      if (!frame) return;
      const isLineUp = isOpen && frame.line === line;
      if (isStoring && !stored.includes(frame.id)) stored.push(frame.id);
      if (!isLineUp) return;
      if (!isStoring) return happen({ type: 'refusedForNow', id: frame.id });
      const place = outbox.indexOf(frame.id);
      if (place >= 0) outbox.splice(place, 1);
      look();
    },
    cut(isLost: boolean) {
      isOpen = false;
      if (isLost) frames = [];
    },
    open() {
      if (isOpen) return;
      isOpen = true;
      line += 1;
      happen({ type: 'lineOpened' });
    },
    database(isThere: boolean) {
      isStoring = isThere;
    },
    pass(ms: number) {
      nowMs += ms;
      const due = timers.filter(({ atMs }) => atMs <= nowMs);
      timers = timers.filter(({ atMs }) => atMs > nowMs);
      for (const { event } of due) happen(event);
    },
  };
}

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({ do: 'write' } as const) },
    { weight: 5, arbitrary: fc.constant({ do: 'serve' } as const) },
    fc.record({ do: fc.constant('cut' as const), isLost: fc.boolean() }),
    { weight: 2, arbitrary: fc.constant({ do: 'open' } as const) },
    fc.record({ do: fc.constant('database' as const), isThere: fc.boolean() }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
  ),
  { maxLength: 60 },
);

test('[CHAT-08] [complaint 2] whatever fails and in whatever order, what somebody wrote is stored in the order they wrote it, and all of it', () => {
  fc.assert(
    fc.property(steps, (happenings) => {
      const talk = aTalk();
      for (const one of happenings) {
        if (one.do === 'cut') talk.cut(one.isLost);
        else if (one.do === 'database') talk.database(one.isThere);
        else if (one.do === 'pass') talk.pass(one.ms);
        else talk[one.do]();
        expect(talk.stored).toEqual(talk.written.slice(0, talk.stored.length));
      }
      // Everything is well again: a while later nothing is left.
      talk.database(true);
      talk.open();
      for (let turn = 0; turn < 200 && talk.outbox.length > 0; turn += 1) {
        talk.serve();
        talk.pass(1_000);
      }
      expect(talk.stored).toEqual(talk.written);
    }),
    { numRuns: 500 },
  );
});

test('[CHAT-08] a server that says "not now" is asked again after a second, then less often', () => {
  let queue = sendQueue(emptySendQueue, { type: 'changed', first: 'a' }).state;
  const waits = Array.from({ length: 6 }, () => {
    const refused = sendQueue(queue, { type: 'refusedForNow', id: 'a' });
    const [wake] = refused.effects;
    if (wake?.type !== 'wake') throw new Error('it waits');
    const again = sendQueue(refused.state, wake.event);
    expect(again.effects[0]).toEqual({ type: 'send', id: 'a' });
    queue = again.state;
    return wake.afterMs;
  });
  expect(waits).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000]);
});
