import type { Trunks } from '#core/trunk/trunks.port.ts';
import type { OwnLines } from './own-lines.ts';

export interface NodeTrunks extends Trunks, OwnLines {
  stop(): Promise<void>;
}
