import type { Telephony } from '#core/telephony/telephony.port.ts';
import { fakeCommands } from './fake-commands.ts';
import { fakeHands, type FakeHands } from './fake-hands.ts';
import { FakeRoom, type FakeCommand } from './fake-room.ts';

/**
 * An exchange in memory, with the hands of everybody at its phones: for tests of everything above it.
 * Its time passes only by `passMs`; there is no sound, only who hears whom.
 */
export interface FakeTelephony extends Telephony, FakeHands {
  /** Every command the product gave, oldest first. */
  readonly log: readonly FakeCommand[];
  passMs(ms: number): void;
}

export type { FakeCommand } from './fake-room.ts';

export function fakeTelephony({ outlivesProcess = false } = {}): FakeTelephony {
  const room = new FakeRoom();
  return { ...fakeCommands(room, outlivesProcess), ...fakeHands(room), log: room.log, passMs: (ms) => room.passMs(ms) };
}
