import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Lease } from '#platform/server/leases/lease.ts';
import { openLobbyLead } from './open-lobby-lead.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A lease one at a time can hold. */
function oneLease() {
  let held: (() => void)[] | null = null;
  return {
    async take(): Promise<Lease | null> {
      if (held) return null;
      const lost: (() => void)[] = (held = []);
      const giveBack = async (): Promise<void> => void (held = null);
      return { onLost: (listener: () => void) => void lost.push(listener), giveBack } as unknown as Lease;
    },
    /** As when its holder stood still. */
    lose(): void {
      for (const onLost of held ?? []) onLost();
      held = null;
    },
  };
}

test('one process keeps the lobby, and another does when it has gone or lost it', async () => {
  const leases = oneLease();
  const events: string[] = [];
  const process = (name: string) =>
    openLobbyLead(
      leases,
      { lead: async () => (events.push(`${name} leads`), []), leave: () => void events.push(`${name} leaves`) },
      (problem) => void events.push(String(problem)),
    );
  const first = process('first');
  await vi.advanceTimersByTimeAsync(1_000);
  const second = process('second');
  await vi.advanceTimersByTimeAsync(5_000);
  expect([events, first.isKept(), second.isKept()]).toEqual([['first leads'], true, false]);
  await first.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events).toEqual(['first leads', 'first leaves', 'second leads']);
  leases.lose();
  expect([events.at(-1), second.isKept()]).toEqual(['second leaves', false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([events.at(-1), second.isKept()]).toEqual(['second leads', true]);
  await second.stop();
});
