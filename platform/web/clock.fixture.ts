import { act } from '@testing-library/react';
import { vi } from 'vitest';

/**
 * A clock that goes on by itself and can be turned, so that no test waits for a pause the product makes. On a busy machine it goes
 * more slowly, and so does every limit that is counted by it. Intervals stay real: whatever looks again does so in real time.
 */
export const useTurningClock = (): void =>
  void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });

/** Lets time pass, and what was planned for it happen. */
export const turn = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
