import type { StagedAsk } from '#core/flow/staged.ts';
import type { TestEvent, TestState } from '../core/test-machine.ts';
import type { ReadableStore } from '#platform/web/store.ts';
import type { TestSettings } from '../contract.ts';

export interface TestWishes {
  /** Who is thought to call; null: nobody known. */
  customer: { id: number; name: string } | null;
  /** Other systems are really asked. */
  requests: boolean;
  caller: string;
  callee: string;
  params: Readonly<Record<string, string>>;
}

export interface Turn {
  actionType: 1 | 2 | 5 | 6 | 7;
  text: string;
  /** Of 7: what it was the answer to. */
  asked?: StagedAsk;
}

export const noWishes: TestWishes = { customer: null, requests: false, caller: '', callee: '', params: {} };

/** What the window shows. */
export interface TestView {
  state: TestState;
  settings: TestSettings | null;
  /** Height of the volume bar in percent. */
  bar: number;
  /** What the tester did in this test, in order. */
  turns: readonly Turn[];
  /** The test of this flow that this browser began last, before the window was opened. */
  last: string | null;
}

/** The tool while its window is open: socket, phone and clock do what the machine asks, and tell it what happens. */
export interface FlowTesting {
  readonly view: ReadableStore<TestView>;
  startVoice(wishes: TestWishes): Promise<void>;
  /** `replay`: what is done first, as fast as the flow takes it. */
  startText(wishes: TestWishes, replay?: readonly Turn[]): void;
  answer(): void;
  /** False: it was refused, and nothing was sent. */
  act(turn: Turn): boolean;
  send(event: TestEvent): void;
  /** Sends stop, disconnects, forgets everything. */
  close(): void;
}
