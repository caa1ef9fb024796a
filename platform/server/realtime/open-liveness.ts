import type { Clock } from '../clock.ts';
import type { Living, Liveness } from './liveness.ts';

const TICK_MS = 1_000;
const PING_EVERY_TICKS = 10;
/** The line owes an answer since the ping before: a browser that was killed is noticed within 20 s. */
const LINE_SILENCE_MS = 15_000;
/** When we were away ourselves for so long (a suspended machine), nobody is blamed for silence. */
const WE_WERE_AWAY_MS = 5_000;

/**
 * Gives up sockets that went silent. One timer for all: each second a tenth of them is looked at and pinged. Rules:
 * 1. The browser answers our pings by itself, so they prove the line: silent for 15 s, and it is given up.
 * 2. A frozen page still answers pings. Only its own messages prove the page: none for `silenceMs`, and it is given up.
 */
export function openLiveness(clock: Clock): Liveness {
  const slots: Living[][] = Array.from({ length: PING_EVERY_TICKS }, () => []);
  let next = 0;
  let tickedMs = clock.monotonicMs();
  let blamelessTicks = 0;

  function tick(): void {
    const nowMs = clock.monotonicMs();
    if (nowMs - tickedMs > WE_WERE_AWAY_MS) blamelessTicks = PING_EVERY_TICKS;
    tickedMs = nowMs;
    // Whoever is terminated may leave at once.
    for (const socket of slots[next]!.slice()) {
      const isSilent =
        nowMs - socket.lineAliveMs > LINE_SILENCE_MS || nowMs - socket.pageAliveMs > socket.channel.ping.silenceMs;
      if (isSilent && blamelessTicks === 0) socket.terminate();
      else socket.ping();
    }
    blamelessTicks = Math.max(0, blamelessTicks - 1);
    next = (next + 1) % PING_EVERY_TICKS;
  }

  const timer = setInterval(tick, TICK_MS);
  timer.unref();

  let newest = 0;
  return {
    add(socket) {
      newest = (newest + 1) % PING_EVERY_TICKS;
      socket.slot = newest;
      socket.slotPlace = slots[newest]!.push(socket) - 1;
    },
    delete(socket) {
      const slot = slots[socket.slot]!;
      if (slot[socket.slotPlace] !== socket) return;
      // The last one takes its place: all of a slot are asked in the same second anyway.
      const last = slot.pop()!;
      if (last === socket) return;
      slot[socket.slotPlace] = last;
      last.slotPlace = socket.slotPlace;
    },
    tick,
    stop: () => clearInterval(timer),
  };
}
