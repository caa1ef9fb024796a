import { expect, test } from 'vitest';
import { handClock } from '#test/clock.ts';
import { openLiveness } from './open-liveness.ts';

const TURNS = 10;

function aSocket(clock: { monotonicMs(): number }) {
  return {
    channel: { ping: { silenceMs: 70_000 } },
    lineAliveMs: clock.monotonicMs(),
    pageAliveMs: clock.monotonicMs(),
    slot: 0,
    slotPlace: 0,
    pinged: 0,
    isGone: false,
    ping() {
      this.pinged += 1;
    },
    terminate() {
      this.isGone = true;
    },
  };
}

test('in ten seconds everybody is asked once, whoever else came and left meanwhile', () => {
  const clock = handClock();
  const liveness = openLiveness(clock);
  const sockets = Array.from({ length: 57 }, () => aSocket(clock));
  for (const socket of sockets) liveness.add(socket);
  const [left, stayed] = [sockets.filter((_, index) => index % 3 === 0), sockets.filter((_, index) => index % 3 !== 0)];
  for (const socket of left) liveness.delete(socket);
  // Who left is not there to leave again.
  for (const socket of left) liveness.delete(socket);
  for (let turn = 0; turn < TURNS; turn += 1) liveness.tick();
  expect(left.map(({ pinged }) => pinged)).toEqual(left.map(() => 0));
  expect(stayed.map(({ pinged }) => pinged)).toEqual(stayed.map(() => 1));
  liveness.stop();
});

test('whoever is silent is given up in their turn, and may leave at once', () => {
  const clock = handClock();
  const liveness = openLiveness(clock);
  const sockets = Array.from({ length: 30 }, () => aSocket(clock));
  for (const socket of sockets) {
    socket.terminate = function () {
      this.isGone = true;
      liveness.delete(this);
    };
    liveness.add(socket);
  }
  for (let turn = 0; turn < 4 * TURNS; turn += 1) {
    clock.turn(1_000);
    for (const [index, socket] of sockets.entries())
      if (index % 2 === 0) socket.lineAliveMs = socket.pageAliveMs = clock.monotonicMs();
    liveness.tick();
  }
  expect(sockets.map(({ isGone }) => isGone)).toEqual(sockets.map((_, index) => index % 2 !== 0));
  liveness.stop();
});
