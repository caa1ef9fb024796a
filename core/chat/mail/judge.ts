import type { Mail } from './mail.ts';
import { awaySubject } from './quote-words.ts';
import { idsIn, isOurId } from './thread.ts';

/*
 * Which mails people wrote. Rules:
 * 1. Our own address, or an id of ours, is an echo: whoever answers it talks with themselves.
 * 2. A report about a mail of ours tells what became of that mail, and nothing else.
 * 3. What a machine says on behalf of somebody who is away is shown and answered by no machine (RFC 3834).
 * 4. What goes to many (lists, newsletters, notices) is nobody's question.
 */
export type Judgement = 'message' | 'away' | 'report' | 'echo' | 'bulk';

/** What a mail is to us. */
export function judge(mail: Mail, ownAddress: string): Judgement {
  const header = (name: string): string => (mail.headers.get(name) ?? '').trim().toLowerCase();
  if (isReport(mail)) return 'report';
  if (sameBox(mail.from.address, ownAddress) || isOurId(mail.messageId, ownAddress)) return 'echo';
  const submitted = header('auto-submitted').split(/[;\s]/)[0]!;
  const isAnswer = [...mail.references, ...idsIn(mail.inReplyTo)].some((id) => isOurId(id, ownAddress));
  const saysAway = awaySubject.test(mail.subject);
  const isMachine =
    (submitted !== '' && submitted !== 'no') ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder'].some(
      (name) => mail.headers.has(name) && header(name) !== 'no',
    ) ||
    header('precedence') === 'auto_reply';
  if (saysAway || submitted === 'auto-replied' || (isMachine && isAnswer)) return 'away';
  if (isMachine) return 'bulk';
  if (/^(bulk|junk|list)\b/.test(header('precedence')) || mail.headers.has('list-id')) return 'bulk';
  return 'message';
}

function isReport({ headers, from }: Mail): boolean {
  const type = (headers.get('content-type') ?? '').toLowerCase();
  if (type.startsWith('multipart/report')) return !type.includes('disposition-notification');
  const returns = (headers.get('return-path') ?? '').trim();
  return (
    headers.has('x-failed-recipients') ||
    (/^(mailer-daemon|postmaster)@/.test(from.address) &&
      (returns === '<>' || (headers.get('auto-submitted') ?? '').toLowerCase().startsWith('auto-')))
  );
}

/** Whether two addresses lead to one mailbox: what stands after a plus does not count. */
export const sameBox = (one: string, other: string): boolean => boxOf(one) === boxOf(other);
const boxOf = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@[^@]*$)/, '');
