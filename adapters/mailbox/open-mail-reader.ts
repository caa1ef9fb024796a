import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow';
import type { CarrierEar } from '#core/chat/carrier.port.ts';
import type { Mail } from '#core/chat/mail/mail.ts';
import type { MailboxLedger, MailboxPlace, MailboxRef } from '#core/chat/mail/mailbox-ledger.port.ts';
import { takeMail, type TakenMail } from '#core/chat/mail/take-mail.ts';
import { idsIn } from '#core/chat/mail/thread.ts';
import { MAIL_MOST } from './imap-options.ts';
import { mailAbilities } from './open-mail-carrier.ts';
import { readAnyMail } from './read-in-thread.ts';

const DAY_MS = 86_400_000;
/** Mails so long before the last look are compared by id after a new numbering. */
const COMPARED_MS = 7 * DAY_MS;
/** So many at once, then others have their turn. */
const MAILS_A_ROUND = 50;
/** Of a mail that is too large only the beginning is read: its head and, mostly, its words. */
const BEGINNING = 262_144;
const TRIES_MOST = 60;

/** The ledger or whoever stores mails failed: nobody blames the mail server. */
export class NotStored extends Error {}

export interface ReaderWorld {
  ledger: MailboxLedger;
  box: MailboxRef;
  ear: CarrierEar;
  /** Our address. */
  own: string;
  /** After so long a mail that could not be stored is tried again. */
  againMs: number;
  nowMs(): number;
}

/** What of a mailbox was read, through any number of connections. */
export function openMailReader({ ledger, box, ear, own, againMs, nowMs }: ReaderWorld) {
  let place: MailboxPlace = { uidValidity: '', uid: 0, notBeforeMs: 0 };
  /** Above the place, and done. */
  const done = new Set<number>();
  const putOff = new Map<number, { tries: number; notBeforeMs: number }>();

  /** Looks where the reading goes on; called with every new connection. */
  async function begin(client: ImapFlow, folder: MailboxObject): Promise<void> {
    const uidValidity = String(folder.uidValidity);
    const kept = await stored(ledger.place(box));
    if (kept?.uidValidity !== uidValidity) {
      done.clear();
      putOff.clear();
    }
    if (!kept) place = { uidValidity, uid: await lastUid(client, folder), notBeforeMs: 0 };
    else if (kept.uidValidity === uidValidity) place = { uidValidity, uid: kept.uid, notBeforeMs: kept.notBeforeMs };
    else place = { uidValidity, uid: 0, notBeforeMs: kept.keptAtMs - COMPARED_MS };
    await stored(ledger.keep(box, place));
  }

  /** Reads what is new, oldest first. */
  async function read(client: ImapFlow, over: AbortSignal): Promise<{ isMore: boolean; isPutOff: boolean }> {
    const range = `${place.uid + 1}:*`;
    const found =
      (await client.search(
        place.notBeforeMs > 0 ? { uid: range, since: new Date(place.notBeforeMs - DAY_MS) } : { uid: range },
        { uid: true },
      )) || [];
    // "*" is the last mail, also when that is an old one.
    const fresh = found.filter((uid) => uid > place.uid && !done.has(uid)).toSorted((a, b) => a - b);
    const due = fresh.filter((uid) => (putOff.get(uid)?.notBeforeMs ?? 0) <= nowMs());
    const round = due.slice(0, MAILS_A_ROUND);
    const heads =
      round.length === 0
        ? []
        : await client.fetchAll(
            round.join(','),
            { uid: true, size: true, internalDate: true, headers: ['message-id'] },
            { uid: true },
          );
    const known =
      heads.length === 0
        ? new Set<string>()
        : await stored(
            ledger.known(
              box,
              heads.map(idOf).filter((id) => id !== ''),
            ),
          );
    for (const head of heads.toSorted((a, b) => a.uid - b.uid)) {
      if (over.aborted) return { isMore: false, isPutOff: false };
      const isOld = place.notBeforeMs > 0 && arrivedMs(head) < place.notBeforeMs;
      if (isOld || known.has(idOf(head)) || (await takeOne(client, head))) done.add(head.uid);
    }
    // One that vanished between the search and the look is done as well.
    for (const uid of round) if (!heads.some((head) => head.uid === uid)) done.add(uid);
    await moveOn(fresh);
    return { isMore: due.length > round.length, isPutOff: putOff.size > 0 };
  }

  /** The place moves up to the first mail that is not done. */
  async function moveOn(fresh: readonly number[]): Promise<void> {
    const open = fresh.find((uid) => !done.has(uid));
    const upTo = open === undefined ? (fresh.at(-1) ?? place.uid) : open - 1;
    for (const uid of done) if (uid <= upTo) done.delete(uid);
    place = { ...place, uid: Math.max(place.uid, upTo) };
    await stored(ledger.keep(box, place));
  }

  /** True: done with it, one way or the other. */
  async function takeOne(client: ImapFlow, head: FetchMessageObject): Promise<boolean> {
    const isLarge = (head.size ?? 0) > MAIL_MOST;
    const fetched = await client.fetchOne(
      head.uid,
      { uid: true, source: isLarge ? { start: 0, maxLength: BEGINNING } : true },
      { uid: true },
    );
    if (!fetched || !fetched.source) return true;
    // When it arrived: clocks of writers tell anything.
    const taken = await readAnyMail(fetched.source).then(
      (mail) => ({
        id: mail.messageId,
        what: takeMail(
          { ...(isLarge ? withoutFiles(mail, head.size ?? 0) : mail), sentAtMs: arrivedMs(head) },
          { own, textMost: mailAbilities.textMost, nowMs: nowMs(), bytesOf: (words) => Buffer.from(words) },
        ),
      }),
      // Nobody can read it: it stays in the mailbox, unseen.
      () => null,
    );
    if (!taken) return true;
    if ((await stored(ledger.known(box, [taken.id]))).has(taken.id)) return true;
    try {
      await deliver(taken.what);
    } catch {
      return putOffOnce(head.uid);
    }
    putOff.delete(head.uid);
    await stored(ledger.remember(box, taken.id));
    // What is not for us stays unread for whoever looks into the mailbox.
    if (taken.what.what === 'message') await client.messageFlagsAdd(head.uid, ['\\Seen'], { uid: true });
    return true;
  }

  async function deliver(taken: TakenMail): Promise<void> {
    if (taken.what === 'message') await ear.receive(taken.received);
    else if (taken.what === 'away') await ear.aside(taken.received);
    else if (taken.what === 'fate') await ear.fate(taken.fate);
  }

  function putOffOnce(uid: number): boolean {
    const tries = (putOff.get(uid)?.tries ?? 0) + 1;
    if (tries >= TRIES_MOST) return putOff.delete(uid);
    putOff.set(uid, { tries, notBeforeMs: nowMs() + againMs });
    return false;
  }

  return { begin, read };
}

const stored = <T>(work: Promise<T>): Promise<T> =>
  work.catch((problem: unknown) => {
    throw new NotStored('the ledger of mailboxes', { cause: problem });
  });

/** What was in the mailbox before us is not ours; old servers do not say which number comes next. */
const lastUid = async (client: ImapFlow, { uidNext }: MailboxObject): Promise<number> =>
  uidNext > 0
    ? uidNext - 1
    : ((await client.search({ all: true }, { uid: true })) || []).reduce((most, uid) => Math.max(most, uid), 0);

const idOf = ({ headers }: FetchMessageObject): string => idsIn(headers?.toString('latin1') ?? '')[0] ?? '';
const arrivedMs = ({ internalDate }: FetchMessageObject): number => new Date(internalDate ?? 0).getTime();

/** Its files were not read: one line of the conversation says that there was more. */
const withoutFiles = (mail: Mail, bytes: number): Mail => ({
  ...mail,
  files: [{ name: 'message.eml', mediaType: 'message/rfc822', words: '', content: new Uint8Array(0), bytes }],
});
