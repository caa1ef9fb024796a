import type { TurnEffect } from '../core/turn-taking.ts';
import type { MouthEar } from './mouth-ear.ts';
import type { MouthLines } from './mouth-lines.ts';

export type HeardEffect = Extract<TurnEffect, { type: 'heard' }>;

/** Whom the decisions about turns concern. */
export interface TurnOrders {
  ear: MouthEar;
  lines: Pick<MouthLines, 'pause' | 'resume' | 'cut'>;
  /** The recogniser is about to be asked what was said. */
  asking(): void;
  heard(effect: HeardEffect): void;
  silent(listenId: number): void;
}

/** Does what was decided about who has the word. */
export function orderTurn({ ear, lines, asking, heard, silent }: TurnOrders, effect: TurnEffect): void {
  switch (effect.type) {
    case 'openEar':
      return ear.open(effect.turnId, effect.phrases);
    case 'openEarAgain':
      return ear.openAgain(effect.turnId, effect.phrases);
    case 'understand':
      asking();
      return ear.understand(effect.turnId);
    case 'closeEar':
      return ear.close(effect.turnId);
    case 'pause':
      return lines.pause();
    case 'resume':
      return lines.resume();
    case 'cut':
      return lines.cut();
    case 'heard':
      return heard(effect);
    case 'silent':
      return silent(effect.listenId);
  }
}
