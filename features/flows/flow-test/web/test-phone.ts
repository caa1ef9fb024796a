import type { FlowPhone } from '#core/flow-test/flow-phone.port.ts';
import type { TestEvent } from '../core/test-machine.ts';
import { flowTestSource } from './flow-test-parts.ts';

/** The phone of the tests by voice: opened for the first of them, and told of to the machine. */
export interface TestPhone {
  /** Null before the first test by voice, and after it was dropped. */
  get(): FlowPhone | null;
  open(): Promise<FlowPhone>;
  /** It failed, and has not registered since. */
  isLost(): boolean;
  hangUp(afterMs: number): void;
  drop(): void;
  /** Drops it because the next one has another account: what was lost is forgotten. */
  renew(): void;
  /** Nothing is hung up later. */
  stop(): void;
}

export function openTestPhone(send: (event: TestEvent) => void): TestPhone {
  let phone: FlowPhone | null = null;
  let isLost = false;
  let closing: ReturnType<typeof setTimeout> | undefined;
  function drop(): void {
    phone?.close();
    phone = null;
  }
  return {
    get: () => phone,
    async open() {
      if (phone) return phone;
      const opened = (await flowTestSource.parts()).openPhone();
      phone = opened;
      opened.onEvent((event) => {
        if (phone !== opened) return;
        // What is over is not hung up once more: the next call may ring already.
        if (event.type === 'ended') clearTimeout(closing);
        isLost = event.type === 'failed' || (isLost && event.type !== 'registered');
        if (event.type === 'failed') send({ type: 'phoneFailed', text: event.text });
        else send({ type: event.type === 'ended' ? 'callEnded' : event.type });
      });
      return opened;
    },
    isLost: () => isLost,
    hangUp(afterMs) {
      clearTimeout(closing);
      closing = setTimeout(() => phone?.hangUp(), afterMs);
    },
    drop,
    renew() {
      isLost = false;
      drop();
    },
    stop: () => clearTimeout(closing),
  };
}
