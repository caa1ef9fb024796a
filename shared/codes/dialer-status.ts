import { codes, type CodeOf } from '../codes.ts';

/**
 * The phone as the dialer sees it (specification W4). Before the first of these the status is null: the
 * dialer is initialising, and nothing may be dialled.
 */
export const DialerStatus = codes({
  /** No agent information, or registration failed. */
  unavailable: { code: -1, key: 'dialerStatus.unavailable', tone: 'red' },
  dialing: { code: 0, key: 'dialerStatus.dialing', tone: 'violet' },
  incoming: { code: 1, key: 'dialerStatus.incoming', tone: 'violet' },
  inCall: { code: 2, key: 'dialerStatus.inCall', tone: 'blue' },
  registered: { code: 4, key: 'dialerStatus.registered', tone: 'green' },
  hungUp: { code: 5, key: 'dialerStatus.hungUp', tone: 'grey' },
  /** Sound before the answer. */
  earlyMedia: { code: 6, key: 'dialerStatus.earlyMedia', tone: 'violet' },
});
export type DialerStatus = CodeOf<typeof DialerStatus>;
