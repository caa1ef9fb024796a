import { randomUUID } from 'node:crypto';
import { ImapFlow } from 'imapflow';
import { CarrierRefusal, type CarrierAccount, type CarrierEar } from '#core/chat/carrier.port.ts';
import { EmailSettings } from '#core/chat/carrier-settings.ts';
import type { MailboxLedger } from '#core/chat/mail/mailbox-ledger.port.ts';
import { imapOptions } from './imap-options.ts';
import { keepHolding } from './keep-holding.ts';
import { listenForMail } from './listen-for-mail.ts';
import { NotStored, openMailReader } from './open-mail-reader.ts';
import type { MailNet } from './mail-net.ts';
import { mailTrouble } from './mail-trouble.ts';
import { wait } from './wait.ts';
import { WATCH_TIMES, type WatchTimes } from './watch-times.ts';

/*
 *   asking for the mailbox ──► connecting ──► reading ⇄ listening (IDLE, else a look each minute)
 *        ▲      ▲ somebody else has it            │
 *        └──────┴── lost: 1 s, 2 s … 5 min ◄──────┘
 *
 * Rules:
 * 1. One process reads a mailbox: whoever holds it in the ledger, for as long as it says so in time.
 * 2. A mail is stored before it is remembered, and remembered before it is marked as seen. Broken off in between it is read again,
 *    and known again by its id.
 * 3. Where the server numbers its mails anew, those of the last days are compared by their ids.
 * 4. One mail that cannot be stored now holds up no other; it is tried again for an hour.
 */

/** Reads a mailbox until it is stopped, through losses of the network. */
export function watchMailbox(
  world: { net: MailNet; ledger: MailboxLedger; nowMs(): number },
  account: CarrierAccount,
  ear: CarrierEar,
  times: WatchTimes = WATCH_TIMES,
): { stop(): Promise<void> } {
  const { ledger } = world;
  const box = { tenantId: account.tenantId, channelId: account.channelId };
  const settings = EmailSettings.parse(account.settings);
  const holder = randomUUID();
  const stopping = new AbortController();
  const isStopped = (): boolean => stopping.signal.aborted;
  const reader = openMailReader({ ...world, box, ear, own: settings.address, againMs: times.againMs });
  let losses = 0;

  async function run(): Promise<void> {
    while (!isStopped()) {
      try {
        if (await ledger.hold(box, holder, times.holdMs)) await session();
        if (!isStopped()) await wait(times.holdMs / 2, stopping.signal);
      } catch (problem) {
        if (isStopped()) break;
        // Of the database nobody outside needs to know.
        if (problem instanceof CarrierRefusal) await ear.contact(problem.reason).catch(() => {});
        await wait(Math.min(times.pauseMostMs, times.pauseMs * 2 ** Math.min(losses, 20)), stopping.signal);
        losses += 1;
      }
    }
    await ledger.release(box, holder).catch(() => {});
  }

  async function holdOn(): Promise<boolean> {
    const isHeld = await ledger.hold(box, holder, times.holdMs);
    // Answered after the stop: nobody else could have it any more.
    if (isStopped()) await ledger.release(box, holder);
    return isHeld;
  }

  /** One connection; ends when the mailbox is no longer ours, throws when the connection is lost. */
  async function session(): Promise<void> {
    const options = await imapOptions(world.net, settings, account.secrets, times.patience);
    // Stopped while the mailbox was asked for: nobody would tell this connection any more.
    if (isStopped()) return;
    const client = new ImapFlow(options);
    const over = new AbortController();
    const end = (): void => over.abort();
    let lost: unknown = null;
    client.on('error', (problem: unknown) => {
      lost ??= problem;
      end();
    });
    client.on('close', end);
    // Whatever is being waited for, a stop is not waited for by others.
    over.signal.addEventListener('abort', () => client.close(), { once: true });
    stopping.signal.addEventListener('abort', end, { once: true });
    // Rule 1.
    const holding = keepHolding(holdOn, times.holdMs / 3, over);
    try {
      await client.connect();
      const folder = await client.mailboxOpen(settings.folder);
      await reader.begin(client, folder);
      losses = 0;
      await listenForMail({ reader, ear, times }, client, over.signal);
      if (!isStopped() && !holding.isGone()) throw lost ?? new Error('closed');
    } catch (problem) {
      if (isStopped() || holding.isGone()) return;
      const isFolder =
        (problem as { responseStatus?: unknown }).responseStatus === 'NO' &&
        !(problem as { authenticationFailed?: unknown }).authenticationFailed;
      throw isFolder
        ? new CarrierRefusal('imapFolder', false)
        : problem instanceof NotStored
          ? problem
          : mailTrouble('imap', lost ?? problem);
    } finally {
      holding.stop();
      stopping.signal.removeEventListener('abort', end);
      client.close();
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
