import type { CarrierAccount, CarrierEar, Fate, Received } from '#core/chat/carrier.port.ts';
import type { MailboxLedger, MailboxPlace } from '#core/chat/mail/mailbox-ledger.port.ts';
import { openMailNet } from './open-mail-net.ts';
import type { WatchTimes } from './watch-times.ts';

export const OWN = 'help@aurora.example';

/** Everything is near, and little is waited for. */
export const quick: WatchTimes = {
  patience: { connectMs: 10_000, silenceMs: 10_000 },
  holdMs: 600,
  lookMs: 50,
  idleLookMs: 60_000,
  pauseMs: 10,
  pauseMostMs: 50,
  againMs: 30,
  roundMs: 1,
};

export const nearNet = (ca?: string) =>
  openMailNet({
    resolve: async (name) => (name === 'nowhere.example' ? [] : ['127.0.0.1']),
    allows: () => true,
    ...(ca === undefined ? {} : { ca }),
  });

/** An account whose servers are on this machine. */
export const anAccount = (
  ports: { imap?: number; smtp?: number },
  settings: Record<string, unknown> = {},
  secrets: Record<string, string> = { imap_password: 'secret', smtp_password: 'secret' },
): CarrierAccount => ({
  tenantId: 1,
  channelId: 1,
  secrets,
  settings: {
    address: OWN,
    name: 'Aurora',
    imap_host: '127.0.0.1',
    imap_port: ports.imap ?? 1,
    imap_tls: 'none',
    imap_user: 'help',
    smtp_host: '127.0.0.1',
    smtp_port: ports.smtp ?? 1,
    smtp_tls: 'none',
    smtp_user: 'help',
    ...settings,
  },
});

/** A ledger in memory, for any number of readers. */
export function aLedger(nowMs = () => Date.now()) {
  let place: (MailboxPlace & { keptAtMs: number }) | null = null;
  let held: { by: string; untilMs: number } | null = null;
  const taken = new Set<string>();
  const ledger: MailboxLedger = {
    async hold(_box, holder, forMs) {
      if (held && held.by !== holder && held.untilMs > nowMs()) return false;
      held = { by: holder, untilMs: nowMs() + forMs };
      return true;
    },
    async release(_box, holder) {
      if (held?.by === holder) held = null;
    },
    place: async () => place,
    keep: async (_box, kept) => void (place = { ...kept, keptAtMs: nowMs() }),
    known: async (_box, ids) => new Set(ids.filter((id) => taken.has(id))),
    remember: async (_box, id) => void taken.add(id),
  };
  return {
    ledger,
    taken,
    held: () => held,
    place: () => place,
    steal: (by: string) => void (held = { by, untilMs: nowMs() + 60_000 }),
  };
}

/** Somebody who listens to a mailbox; `fails` makes the next hearings go wrong. */
export function anEar() {
  const record = {
    received: [] as Received[],
    asides: [] as Received[],
    fates: [] as Fate[],
    contacts: [] as (string | null)[],
    fails: 0,
  };
  const orFail = (): void => {
    if (record.fails <= 0) return;
    record.fails -= 1;
    throw new Error('not now');
  };
  const ear: CarrierEar = {
    async receive(received) {
      orFail();
      record.received.push(received);
    },
    aside: async (received) => void record.asides.push(received),
    fate: async (fate) => void record.fates.push(fate),
    contact: async (problem) => void record.contacts.push(problem),
  };
  return { ear, heard: record, texts: () => record.received.map(({ text }) => text) };
}

/** A mail as it travels. */
export const aLetter = (
  text: string,
  {
    id = `<${Math.random().toString(36).slice(2)}@mail.example>`,
    headers = {},
  }: { id?: string; headers?: Record<string, string> } = {},
): string =>
  `${Object.entries({
    From: 'Mei Lin <mei@mail.example>',
    To: OWN,
    Subject: 'Two tickets',
    Date: 'Sun, 15 Nov 2026 09:00:00 +0000',
    'Message-ID': id,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${text}\n`;
