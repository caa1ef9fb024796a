import { inOneLine, type Mail } from './mail.ts';

/*
 * A thread of mails as programs of customers put it together: by the ids an answer names (RFC 5322, 3.6.4) and by its subject.
 */

const SUBJECT_MOST = 200;
const REFERENCES_MOST = 20;
const ID_MOST = 250;

/** Begins of subjects that say "answer", in the languages programs speak. */
const answers = /^\s*(re|aw|sv|antw|res|rif|bls|balas|回复|回覆|答复|答覆)\s*(\[\d+\]|\(\d+\))?\s*[:：]\s*/i;

/** A subject without any "Re:". */
export function bareSubject(subject: string): string {
  let bare = inOneLine(subject, 2 * SUBJECT_MOST);
  while (answers.test(bare)) bare = bare.replace(answers, '');
  return bare.slice(0, SUBJECT_MOST).toWellFormed();
}

/** The subject of an answer: "Re:" once; without one, what we call ourselves. */
export const answerSubject = (subject: string, ourName: string): string =>
  `Re: ${bareSubject(subject) || inOneLine(ourName, SUBJECT_MOST)}`;

/** Ids in a header, with their brackets; broken ones are left out. */
export const idsIn = (header: string): string[] =>
  (header.match(/<[^<>\s]+@[^<>\s]+>/g) ?? []).filter((id) => id.length <= ID_MOST);

/** What an answer to this mail will have to name. */
export function threadOf(
  mail: Pick<Mail, 'messageId' | 'references' | 'inReplyTo' | 'subject'>,
): Record<string, string> {
  const before = mail.references.length > 0 ? mail.references : idsIn(mail.inReplyTo).slice(0, 1);
  const all = [...new Set([...before, mail.messageId])].filter((id) => id !== '');
  // The first names the thread; of the rest the last are enough.
  const kept = all.length > REFERENCES_MOST ? [all[0]!, ...all.slice(1 - REFERENCES_MOST)] : all;
  return { subject: bareSubject(mail.subject), messageId: mail.messageId, references: kept.join(' ') };
}

/** The id of a mail of ours: the same message sent again has the same one. */
export const messageIdOf = (clientId: string, ownAddress: string): string => `<${clientId}@${domainOf(ownAddress)}>`;

/** Whether an id is one that we give. */
export const isOurId = (id: string, ownAddress: string): boolean =>
  new RegExp(`^<[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@`, 'i').test(id) &&
  id.toLowerCase().endsWith(`@${domainOf(ownAddress)}>`);

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
