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
 * 4. Money goes back once, when it fails, and only while no carrier of the tenant's own has had it: what such a carrier tells is what the
 *    tenant tells, who would else have messages carried and their money back.
 */
export type SmsState = 'queued' | 'sending' | 'sent' | 'delivered' | 'notDelivered' | 'failed';

export interface SmsProgress {
  at: SmsState;
  tries: number;
  reason: string;
  /** A carrier of the tenant's own has it, or may have: it is paid for, whatever becomes of it. */
  handedOver: boolean;
}

export type SmsOutcome = 'delivered' | 'notDelivered' | 'failed';

export type SmsEvent =
  | { type: 'claimed' }
  /** Somebody claimed it before and was not heard of again. */
  | { type: 'foundClaimed'; repeatable: boolean; handsOver: boolean }
  /** `handsOver`: to a carrier of the tenant's own, that was asked whatever it answered. */
  | { type: 'taken'; handsOver: boolean }
  | { type: 'refused'; reason: string; kind: 'final' | 'later' | 'undecided'; handsOver: boolean }
  | { type: 'reported'; outcome: SmsOutcome; reason: string };

export type SmsEffect = { type: 'send' } | { type: 'tryAgain'; afterMs: number } | { type: 'giveBack' };

/** Waits between tries; behind the last it fails. */
export const SMS_RETRY_MS: readonly number[] = [5_000, 30_000, 120_000, 600_000, 1_800_000];

type Next = Step<SmsProgress, SmsEffect>;
const to = (state: SmsProgress, ...effects: SmsEffect[]): Next => ({ state, effects });

export function smsMessage(known: SmsProgress, event: SmsEvent): Next {
  const handedOver = known.handedOver || ('handsOver' in event && event.handsOver);
  const sms = { ...known, handedOver };
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
  return to({ ...sms, at: 'failed', reason }, ...moneyBack(sms));
}

function reported(sms: SmsProgress, { outcome, reason }: Extract<SmsEvent, { type: 'reported' }>): Next {
  const mayBecome = sms.at === 'sent' || sms.at === 'sending' || (sms.at === 'notDelivered' && outcome === 'delivered');
  if (!mayBecome || sms.at === outcome) return to(sms);
  return to(
    { ...sms, at: outcome, reason: outcome === 'delivered' ? '' : reason },
    ...(outcome === 'failed' ? moneyBack(sms) : []),
  );
}

const moneyBack = ({ handedOver }: SmsProgress): SmsEffect[] => (handedOver ? [] : [{ type: 'giveBack' }]);
