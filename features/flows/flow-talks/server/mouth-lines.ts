import type { FlowLine } from '#core/flow/flow-events.ts';
import type { MouthListener } from './mouth.ts';
import type { Speaker, SpeakerListener } from './speaker.ts';

/** What a mouth by voice says: lines on their way to the stream, and what becomes of them. */
export interface MouthLines extends Omit<Speaker, 'say'> {
  /** `sayId` null for one nobody waits for. */
  say(sayId: number | null, line: FlowLine, mayInterrupt: boolean): void;
  /** Made beforehand, because it will probably be said next; the one before it is given up. */
  prepare(line: FlowLine): void;
  /** What was prepared is not wanted any more. */
  takeBack(): void;
  /** Resolves when everything was said or dropped. */
  drained(): Promise<void>;
  /** Drops everything; nobody waits for it any longer. */
  close(): void;
}

/** `broke`: nobody should listen to silence. */
export type MouthLinesListener = SpeakerListener & Pick<MouthListener, 'addMessage' | 'broke'>;
