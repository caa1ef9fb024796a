import type { TurnEvent } from '../core/turn-taking.ts';

/** What the ear of a mouth by voice tells whoever decides about turns. */
export type EarEvent = Extract<TurnEvent, { type: 'words' | 'recognised' | 'notRecognised' }>;

/** Understands what a caller says in one turn, in the languages that are spoken now. */
export interface MouthEar {
  /** In order, whatever is in it. */
  hear(piece: Int16Array): void;
  open(turnId: number, phrases: readonly string[]): void;
  /** The same sound to another turn. */
  openAgain(turnId: number, phrases: readonly string[]): void;
  understand(turnId: number): void;
  close(turnId: number): void;
  closeAll(): void;
}
