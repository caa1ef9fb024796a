import type { TurnEffect } from '../core/turn-taking.ts';
import type { MouthEar } from './mouth-ear.ts';
import type { MouthLines } from './mouth-lines.ts';

export type LikelyEffect = Extract<TurnEffect, { type: 'likely' }>;
export type HeardEffect = Extract<TurnEffect, { type: 'heard' }>;

/** Whom the decisions about turns concern. */
export interface TurnOrders {
  ear: MouthEar;
  lines: Pick<MouthLines, 'pause' | 'resume' | 'cut' | 'takeBack'>;
  /** The recogniser is about to be asked what was said. */
  asking(): void;
  /** What will be heard unless they speak on. */
  likely(effect: LikelyEffect): void;
  heard(effect: HeardEffect): void;
  silent(listenId: number): void;
}

/** Does what was decided about who has the word. */
export function orderTurn({ ear, lines, asking, likely, heard, silent }: TurnOrders, effect: TurnEffect): void {
  switch (effect.type) {
    case 'openEar':
      return ear.open(effect.turnId, effect.phrases);
    case 'openEarAgain':
      lines.takeBack();
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
    case 'likely':
      return likely(effect);
    case 'heard':
      return heard(effect);
    case 'silent':
      return silent(effect.listenId);
  }
}
