import { createHash } from 'node:crypto';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { inOneLine, type Mail, type MailAddress, type MailFile } from '#core/chat/mail/mail.ts';
import { wordsOf } from '#core/chat/mail/html-text.ts';
import { idsIn } from '#core/chat/mail/thread.ts';
import { joinedWords } from './join-words.ts';

const SUBJECT_MOST = 500;
const FILES_MOST = 30;
const NAME_MOST = 120;
const REPORT_MOST = 100_000;

/** Takes the wrapping off a mail. What cannot be read at all is thrown. */
export async function readMail(raw: Uint8Array): Promise<Mail> {
  const email = await PostalMime.parse(joinedWords(raw), { forceRfc822Attachments: true, maxNestingDepth: 30 });
  const headers = new Map<string, string>();
  for (const { key, value } of email.headers) if (!headers.has(key)) headers.set(key, value);
  const from = oneOf(email.from) ?? oneOf(email.sender) ?? { address: '', name: '' };
  return {
    messageId: idsIn(email.messageId ?? '')[0] ?? namelessId(raw),
    inReplyTo: email.inReplyTo ?? '',
    references: idsIn(email.references ?? ''),
    subject: inOneLine(email.subject ?? '', SUBJECT_MOST),
    from,
    replyTo: oneOf(email.replyTo?.[0]),
    sentAtMs: momentOf(email),
    headers,
    text: wordsOf(email.text ?? '', email.html ?? ''),
    files: email.attachments
      .filter((part) => isFile(part))
      .slice(0, FILES_MOST)
      .map(fileOf),
  };
}

/** A mail without an id gets one from what it is: read again, it is the same. */
const namelessId = (raw: Uint8Array): string => `<${createHash('sha256').update(raw).digest('hex')}@nameless.invalid>`;

function oneOf(address: Address | undefined): MailAddress | null {
  const found = address?.address ? address : address?.group?.[0];
  return found?.address
    ? { address: found.address.trim().toLowerCase(), name: inOneLine(found.name ?? '', 300) }
    : null;
}

const momentOf = ({ date }: Email): number => {
  const atMs = Date.parse(date ?? '');
  return Number.isFinite(atMs) ? atMs : 0;
};

/** Pictures that only decorate the HTML are no files: letters of a signature, dots that count readers. */
const isFile = ({ related, disposition, content, mimeType }: Attachment): boolean =>
  !(related && disposition !== 'attachment' && mimeType.startsWith('image/') && sizeOf(content) < 20_000) &&
  mimeType !== 'application/pgp-signature' &&
  mimeType !== 'application/pkcs7-signature';

const sizeOf = (content: Attachment['content']): number =>
  typeof content === 'string' ? content.length : content.byteLength;

function fileOf({ filename, mimeType, content }: Attachment, place: number): MailFile {
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content)
      : content instanceof Uint8Array
        ? content
        : new Uint8Array(content);
  const isReport = mimeType.startsWith('message/') || mimeType === 'text/rfc822-headers';
  return {
    name: inOneLine(filename ?? '', NAME_MOST) || `file-${place + 1}${endings[mimeType] ?? ''}`,
    mediaType: mimeType,
    bytes: bytes.length,
    content: bytes,
    words: isReport ? Buffer.from(bytes.subarray(0, REPORT_MOST)).toString('utf8') : '',
  };
}

const endings: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
};
