import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import { commonStem } from '../core/common-stem.ts';
import { isGuessable } from '../core/guessable.ts';
import { isCommonPassword } from './common-passwords.ts';

const SHORTEST_TELLING_PART = 4;

/** Throws `weakPassword` for what an attacker tries first: what everybody uses, and what is known of the person. */
export function refuseWeak(password: string, email: string, ownTexts: readonly string[] = []): void {
  const lower = password.toLowerCase();
  const local = email.split('@')[0]!.toLowerCase();
  const hasAddress =
    lower.includes(email.toLowerCase()) || (local.length >= SHORTEST_TELLING_PART && lower.includes(local));
  // What many others have is as well known as one's own name.
  const stem = commonStem(password, isCommonPassword) ?? '';
  if (hasAddress || new Set(lower).size < 4 || isGuessable(password, [email, ...ownTexts, stem]))
    throw new Failure('weakPassword');
}

/** What a person and their companies are called. */
export async function ownTextsOf(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ nick_name: string; name: string; company: string }>`
    select m.nick_name, t.name, t.company from member m join tenant t on t.id = m.tenant_id where m.user_id = ${userId}`.execute(
    tx.as(),
  );
  return rows.flatMap(({ nick_name, name, company }) => [nick_name, name, company]);
}
