/** A file that came with a mail, decoded. */
export interface MailFile {
  name: string;
  mediaType: string;
  /** More than the content has, where that was not read. */
  bytes: number;
  content: Uint8Array;
  /** What servers say about mails (`message/*` and heads of mails) as words; empty for everything else. */
  words: string;
}

export interface MailAddress {
  /** In lower case. */
  address: string;
  name: string;
}

/** A mail whose wrapping was taken off: words are decoded, ids have their brackets. */
export interface Mail {
  messageId: string;
  inReplyTo: string;
  references: readonly string[];
  subject: string;
  from: MailAddress;
  replyTo: MailAddress | null;
  sentAtMs: number;
  /** By name in lower case; of several the first. */
  headers: ReadonlyMap<string, string>;
  /** As their writer sees them, in whatever form they were sent. */
  text: string;
  files: readonly MailFile[];
}

/** Words as a database and a page can keep them: no zero bytes, no halves of letters, one kind of line end. */
export const cleaned = (words: string): string =>
  // oxlint-disable-next-line no-control-regex
  words
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]/g, '')
    .replace(/[\u200b\u2060\u00ad]/g, '');

/** Words for one line: a name, a subject. */
export const inOneLine = (words: string, most: number): string =>
  cleaned(words).replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed();
