import { e4OfMinor } from '#core/money/money.ts';
import { moneyOf } from '#features/money/ledger/server/index.ts';
import { smsMessage, type SmsEffect, type SmsEvent, type SmsProgress } from '#core/sms/sms-message.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { SMS_CHANGED } from '../contract.ts';
import { messagesRepo, type SmsInHand } from './messages.repo.ts';

/** Tells pages that a message is new or went on. */
export const pushSms = (tx: TenantTx, id: number, customerId: number | null): Promise<void> =>
  tx.push({ kind: SMS_CHANGED, body: { id, customerId }, access: 'sms.use' });

const progressOf = ({ at, tries, reason, handedOver }: SmsInHand): SmsProgress => ({ at, tries, reason, handedOver });

/** Lets something happen to a message that is held: writes down what it is now, gives money back, tells pages. */
export async function happen(
  tx: TenantTx,
  sms: SmsInHand,
  event: SmsEvent,
  ref?: string,
): Promise<{ sms: SmsInHand; effects: SmsEffect[] }> {
  const { state, effects } = smsMessage(progressOf(sms), event);
  const refunds = effects.some(({ type }) => type === 'giveBack') && !sms.givenBack;
  const next: SmsInHand = {
    ...sms,
    ...state,
    givenBack: sms.givenBack || refunds,
    turn: effects.some(({ type }) => type === 'tryAgain') ? sms.turn + 1 : sms.turn,
  };
  await messagesRepo(tx).note(next, ref);
  if (refunds && sms.costMinor > 0) {
    const amountE4 = e4OfMinor(sms.costMinor, sms.currency);
    await moneyOf(tx).post({ kind: 'smsBack', amountE4, ref: String(sms.id) });
  }
  if (next.at !== sms.at && next.at !== 'sending') await pushSms(tx, sms.id, sms.customerId);
  return { sms: next, effects };
}
