import type { CarrierTrade } from '#core/chat/carrier.port.ts';
import type { MailboxLedger } from '#core/chat/mail/mailbox-ledger.port.ts';
import { mailAbilities, openMailCarrier } from './open-mail-carrier.ts';
import { openMailNet, type MailNetOptions } from './open-mail-net.ts';
import { watchMailbox } from './watch-mailbox.ts';
import { WATCH_TIMES, type WatchTimes } from './watch-times.ts';

/** Mailboxes: read by IMAP, answered by SMTP. */
export function mailTrade({
  ledger,
  nowMs,
  times = WATCH_TIMES,
  ...options
}: MailNetOptions & { ledger: MailboxLedger; nowMs(): number; times?: WatchTimes }): CarrierTrade {
  const net = openMailNet(options);
  return {
    kind: 'email',
    abilities: mailAbilities,
    open: (account) => openMailCarrier(net, account, times.patience),
    watch: (account, ear) => watchMailbox({ net, ledger, nowMs }, account, ear, times),
  };
}
