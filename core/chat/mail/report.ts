import { inOneLine, type Mail } from './mail.ts';
import { idsIn, isOurId } from './thread.ts';

/** What a mail server reports about a mail of ours. */
export interface MailReport {
  /** The id we gave. */
  messageId: string;
  reason: string;
}

const REASON_MOST = 300;

/** Which mail of ours did not arrive, and why; null when the report tells of nothing final or of no mail of ours. */
export function readReport(mail: Mail, ownAddress: string): MailReport | null {
  const status = mail.files
    .filter(
      ({ mediaType }) => mediaType === 'message/delivery-status' || mediaType === 'message/global-delivery-status',
    )
    .map(({ words }) => words)
    .join('\n');
  const fields = unfolded(status || mail.text);
  const action = field(fields, 'action').toLowerCase();
  if (action !== '' && action !== 'failed') return null;
  const code = field(fields, 'status');
  // 4.x.x: they go on trying.
  if (action === '' && code.startsWith('4.')) return null;
  const messageId = namedBy(mail, ownAddress);
  if (!messageId) return null;
  const diagnosis = field(fields, 'diagnostic-code').replace(/^\s*smtp\s*;\s*/i, '');
  return { messageId, reason: inOneLine(diagnosis || code || firstWords(mail.text), REASON_MOST) };
}

/** The mail itself or its head comes back with the report; where it does not, some server named the id. */
function namedBy(mail: Mail, ownAddress: string): string | null {
  const returned = mail.files
    .filter(
      ({ mediaType }) =>
        mediaType.startsWith('message/rfc822') ||
        mediaType === 'text/rfc822-headers' ||
        mediaType === 'message/global' ||
        mediaType === 'message/global-headers',
    )
    .map(({ words }) => words);
  const heads = returned.map((words) => field(unfolded(words.split(/\r?\n\r?\n/)[0]!), 'message-id'));
  const candidates = [
    ...heads.flatMap(idsIn),
    ...idsIn(mail.inReplyTo),
    ...mail.references.toReversed(),
    ...returned.flatMap(idsIn),
    ...idsIn(mail.text),
  ];
  return candidates.find((id) => isOurId(id, ownAddress)) ?? null;
}

const unfolded = (words: string): string => words.replace(/\r?\n[ \t]+/g, ' ');
const field = (words: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(words)?.[1]?.trim() ?? '';
const firstWords = (text: string): string => text.split(/\n\s*\n/).find((part) => part.trim() !== '') ?? '';
