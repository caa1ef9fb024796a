import { sql } from 'kysely';
import { isOfDemoAlone, sendMail } from '#features/team/account/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { isOperatorAccount } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { languageFor } from '#shared/languages.ts';
import { stepAt } from '../core/totp.ts';
import { factorsRepo } from './factors.repo.ts';
import { codeAt, openTotpKey } from './totp-keys.ts';

/**
 * Nobody has the authenticator of the person who runs the demo: their code is kept among its messages when it is asked for, where whoever
 * sits at the machine reads it. Never for anybody else, and never where messages leave the machine.
 */
export async function mailDemoCode(
  { db, demo, outbox, clock }: Pick<World, 'db' | 'demo' | 'outbox' | 'clock'>,
  tx: Tx,
  userId: number,
): Promise<void> {
  if (!demo || !outbox) return;
  const { rows } = await sql<{ email: string; language: string }>`
    select u.email, u.language from user_account u where u.id = ${userId} and ${isOfDemoAlone} and ${isOperatorAccount(sql`u.id`)}`.execute(
    tx.as(),
  );
  const totp = rows[0] ? await factorsRepo(tx, userId).totp(true) : null;
  if (!rows[0] || !totp) return;
  // A code is good once: after one that was used comes the next.
  const step = Math.max(stepAt(clock.nowMs()), totp.last_step + 1);
  const code = codeAt(openTotpKey(db.keys, userId, totp.secret), step);
  await sendMail(tx, {
    to: rows[0].email,
    language: languageFor([rows[0].language]),
    key: 'second-factor.mail.demoCode',
    values: { code },
  });
}
