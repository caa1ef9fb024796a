import type { MailPatience } from './mail-patience.ts';

export interface WatchTimes {
  patience: MailPatience;
  /** How long a mailbox is held without saying so again. */
  holdMs: number;
  lookMs: number;
  /** A look though the server promised to tell: some forget. */
  idleLookMs: number;
  pauseMs: number;
  pauseMostMs: number;
  /** A mail that could not be stored is tried again after it. */
  againMs: number;
  /** From one round to the next at least, whatever the server tells: a flood holds up nobody else. */
  roundMs: number;
}

export const WATCH_TIMES: WatchTimes = {
  patience: { connectMs: 15_000, silenceMs: 60_000 },
  holdMs: 60_000,
  lookMs: 60_000,
  idleLookMs: 300_000,
  pauseMs: 1_000,
  pauseMostMs: 300_000,
  againMs: 60_000,
  roundMs: 1_000,
};
