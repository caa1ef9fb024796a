import type { CarriedFile, Fate, Received } from '../carrier.port.ts';
import { judge, sameBox } from './judge.ts';
import { inOneLine, type Mail, type MailAddress, type MailFile } from './mail.ts';
import { newWordsOf } from './new-words.ts';
import { forwardSubject } from './quote-words.ts';
import { readReport } from './report.ts';
import { threadOf } from './thread.ts';

/** What a mail means to the chat. */
export type TakenMail =
  | { what: 'message'; received: Received; /** Without "Re:". */ subject: string }
  /** Of somebody's machine while they are away: shown, and answered by nobody. */
  | { what: 'away'; received: Received; subject: string }
  | { what: 'fate'; fate: Fate }
  | { what: 'nothing'; why: 'echo' | 'bulk' | 'report' | 'nameless' };

export const FULL_TEXT_NAME = 'message.txt';
const NAME_MOST = 100;

/** Reads a mail: who wrote, what of it is new, what it came with. Words longer than `textMost` are cut; the whole is then a file. */
export function takeMail(
  mail: Mail,
  {
    own,
    textMost,
    nowMs,
    bytesOf,
  }: { own: string; textMost: number; nowMs: number; bytesOf: (words: string) => Uint8Array },
): TakenMail {
  const judgement = judge(mail, own);
  if (judgement === 'echo' || judgement === 'bulk') return { what: 'nothing', why: judgement };
  if (judgement === 'report') {
    const report = readReport(mail, own);
    return report
      ? {
          what: 'fate',
          fate: {
            externalId: report.messageId,
            clientId: report.messageId.slice(1, report.messageId.indexOf('@')),
            status: 'failed',
            reason: report.reason,
            atMs: nowMs,
          },
        }
      : { what: 'nothing', why: 'report' };
  }
  const from =
    mail.replyTo && isAddress(mail.replyTo.address) && !sameBox(mail.replyTo.address, own)
      ? named(mail.replyTo, mail.from)
      : mail.from;
  if (!isAddress(from.address)) return { what: 'nothing', why: 'nameless' };
  const thread = threadOf(mail);
  const fresh = newWordsOf(mail.text, { own, isForward: forwardSubject.test(mail.subject) });
  const text = shortened(fresh.text, textMost);
  const isCut = fresh.isCut || text !== fresh.text;
  const received: Received = {
    externalId: mail.messageId,
    from: { externalId: from.address, name: shownName(from), email: from.address, phone: '' },
    text,
    files: [...mail.files.map((file) => fileOf(file)), ...(isCut ? [wholeFile(bytesOf(mail.text))] : [])],
    // Nobody writes in the future.
    sentAtMs: mail.sentAtMs > 0 ? Math.min(mail.sentAtMs, nowMs) : nowMs,
    thread,
  };
  return { what: judgement, received, subject: thread['subject'] ?? '' };
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 2).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf(' '), most - 200))} …`;
}

/** A name people would say: not the address, not in quotes. */
export function shownName({ name, address }: MailAddress): string {
  const words = inOneLine(name, 2 * NAME_MOST)
    .replace(/^["'“”‘’]+|["'“”‘’]+$/g, '')
    .trim();
  return words.toLowerCase() === address ? '' : words.slice(0, NAME_MOST).toWellFormed();
}

const named = (one: MailAddress, other: MailAddress): MailAddress =>
  one.name === '' && one.address === other.address ? other : one;
const isAddress = (address: string): boolean => address.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+$/.test(address);

const fileOf = ({
  name,
  mediaType,
  bytes,
  content,
}: Pick<MailFile, 'name' | 'mediaType' | 'bytes' | 'content'>): CarriedFile => ({
  name,
  mediaType,
  bytes,
  open: async () =>
    (async function* () {
      yield content;
    })(),
});
const wholeFile = (content: Uint8Array): CarriedFile =>
  fileOf({ name: FULL_TEXT_NAME, mediaType: 'text/plain', bytes: content.length, content });
