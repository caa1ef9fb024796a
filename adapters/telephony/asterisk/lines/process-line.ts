import type { OwnLines } from './own-lines.ts';

export interface ProcessLine extends OwnLines {
  /** Its calls end: whoever is at its other end lives in this process. */
  stop(): Promise<void>;
}
