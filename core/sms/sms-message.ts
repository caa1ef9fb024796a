import type { Step } from '../machine.ts';

/**
 * A message on its way out.
 *
 *             taken            reported
 *   queued ─▶ sending ─▶ sent ─────────▶ delivered
 *     ▲          │  │      └───────────▶ notDelivered ─▶ delivered
 *     └── later ─┘  └─▶ failed ◀── sent (reported)
 *
 * Rules:
 * 1. It is `sending` before anybody outside hears of it: whoever finds it so after a crash knows that it may have left.
 * 2. Then it is sent again only by a carrier that knows its own messages again; else it ends as not delivered, undecided.
 * 3. `delivered` and `failed` are final; what was not delivered may still be, for a phone that was off comes on again.
 * 4. Money goes back once, when it fails.
 */
export type SmsState = 'queued' | 'sending' | 'sent' | 'delivered' | 'notDelivered' | 'failed';

export interface SmsProgress {
  at: SmsState;
  tries: number;
  reason: string;
}

export type SmsOutcome = 'delivered' | 'notDelivered' | 'failed';

export type SmsEvent =
  | { type: 'claimed' }
  /** Somebody claimed it before and was not heard of again. */
  | { type: 'foundClaimed'; repeatable: boolean }
  | { type: 'taken' }
  | { type: 'refused'; reason: string; kind: 'final' | 'later' | 'undecided' }
  | { type: 'reported'; outcome: SmsOutcome; reason: string };

export type SmsEffect = { type: 'send' } | { type: 'tryAgain'; afterMs: number } | { type: 'giveBack' };

/** Waits between tries; behind the last it fails. */
export const SMS_RETRY_MS: readonly number[] = [5_000, 30_000, 120_000, 600_000, 1_800_000];

type Next = Step<SmsProgress, SmsEffect>;
const to = (state: SmsProgress, ...effects: SmsEffect[]): Next => ({ state, effects });

export function smsMessage(sms: SmsProgress, event: SmsEvent): Next {
  switch (event.type) {
    case 'claimed':
      return sms.at === 'queued' ? to({ ...sms, at: 'sending', tries: sms.tries + 1 }, { type: 'send' }) : to(sms);
    case 'foundClaimed':
      if (sms.at !== 'sending') return to(sms);
      return event.repeatable
        ? to({ ...sms, tries: sms.tries + 1 }, { type: 'send' })
        : to({ ...sms, at: 'notDelivered', reason: 'undecided' });
    case 'taken':
      return sms.at === 'sending' ? to({ ...sms, at: 'sent', reason: '' }) : to(sms);
    case 'refused':
      return sms.at === 'sending' ? refused(sms, event) : to(sms);
    case 'reported':
      return reported(sms, event);
  }
}

function refused(sms: SmsProgress, { reason, kind }: Extract<SmsEvent, { type: 'refused' }>): Next {
  if (kind === 'undecided') return to({ ...sms, at: 'notDelivered', reason: 'undecided' });
  const afterMs = SMS_RETRY_MS[sms.tries - 1];
  if (kind === 'later' && afterMs !== undefined)
    return to({ ...sms, at: 'queued', reason }, { type: 'tryAgain', afterMs });
  return to({ ...sms, at: 'failed', reason }, { type: 'giveBack' });
}

function reported(sms: SmsProgress, { outcome, reason }: Extract<SmsEvent, { type: 'reported' }>): Next {
  const mayBecome = sms.at === 'sent' || sms.at === 'sending' || (sms.at === 'notDelivered' && outcome === 'delivered');
  if (!mayBecome || sms.at === outcome) return to(sms);
  return to(
    { ...sms, at: outcome, reason: outcome === 'delivered' ? '' : reason },
    ...(outcome === 'failed' ? [{ type: 'giveBack' } as const] : []),
  );
}
