import { sql } from 'kysely';
import { browserWords } from '#core/browser/user-agent.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { languageFor, type Language } from '#shared/languages.ts';
import { toWireTime } from '#shared/wire-time.ts';

/** A mail that says `<key>.subject` and `<key>.text` in the language of whoever gets it. */
export interface MailRequest {
  to: string;
  language: Language;
  key: string;
  values?: Record<string, string | number>;
}

/** Sends a mail if and only if the transaction commits. Nothing secret belongs in `values`: they wait in the database. */
export const sendMail = (tx: Tx, request: MailRequest): Promise<void> => tx.enqueue('account.sendMail', request);

export const mailJob = ({ mail, texts }: Pick<World, 'mail' | 'texts'>): Job => ({
  task: 'account.sendMail',
  outgoing: 'forgettable',
  run: ({ to, language, key, values }: MailRequest) =>
    mail.send({
      to,
      subject: texts.say(language, `${key}.subject`, values),
      text: texts.say(language, `${key}.text`, values),
    }),
});

/** Writes to a person, in their language, about something that happened to their account. */
export async function notifyPerson(
  tx: Tx,
  userId: number,
  key: string,
  values: Record<string, string | number>,
): Promise<void> {
  const { rows } = await sql<{
    email: string;
    language: string;
  }>`select email, language from user_account where id = ${userId}`.execute(tx.as());
  await sendMail(tx, { to: rows[0]!.email, language: languageFor([rows[0]!.language]), key, values });
}

/** Where and when something happened, as a letter says it: `Chrome · Windows`, an address, UTC. */
export function placeOf({ address, userAgent }: Origin, nowMs: number): Record<'browser' | 'address' | 'when', string> {
  const { browser, system } = browserWords(userAgent);
  return {
    browser: [browser, system].filter(Boolean).join(' · ') || '?',
    address,
    when: `${toWireTime(nowMs).slice(0, 16)} UTC`,
  };
}
