/** `busy`: too many at once (429). `slow`: nothing came in time. `cut`: the way broke. `garbage`: not what the protocol says. `absent`: not installed or not set up. */
export type SpeechFailureReason = 'cancelled' | 'busy' | 'slow' | 'cut' | 'garbage' | 'refused' | 'absent';

/** Why recognition, speech or an answer did not come. Never carries what was said. */
export class SpeechFailure extends Error {
  readonly reason: SpeechFailureReason;

  constructor(reason: SpeechFailureReason, detail = '') {
    super(`speech: ${reason}${detail && ` (${detail})`}`);
    this.reason = reason;
  }
}
