import type { OwnLines } from '#adapters/telephony/asterisk/lines/own-lines.ts';
import type { Trunks } from '#core/trunk/trunks.port.ts';

/** The lines that calls on Asterisk nodes go over besides those of the edge. */
export interface AsteriskLines {
  /** For the exchange. */
  lines: OwnLines;
  trunks: Trunks;
  stop(): Promise<void>;
}
