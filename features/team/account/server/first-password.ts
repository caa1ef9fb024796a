import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { isOperatorAccount } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import type { Language } from '#shared/languages.ts';
import { forgetDevices } from './known-devices.ts';
import { notifyPerson } from './letters.ts';
import { endSteps } from './second-step.ts';

// Without letters and digits that look like one another: it is read out and typed.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A password somebody is given to come in with: about 79 bits. */
export const newFirstPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

/** A person who belongs to no tenant yet, in a transaction of the tenant they come into; null when the address has an account. */
export async function makePerson(
  tx: TenantTx,
  { email, passwordHash, language }: { email: string; passwordHash: string; language: Language },
): Promise<number | null> {
  const { rows } = await sql<{
    id: number | null;
  }>`select make_person(${email}, ${passwordHash}, ${language}) id`.execute(tx.as());
  return rows[0]?.id ?? null;
}

/** Gives somebody another password, and tells them by mail that they have one. `isFirst`: others know it, so the next sign-in asks for one of their own. */
export async function setPassword(
  { clock, publicUrl }: Pick<World, 'clock' | 'publicUrl'>,
  tx: Tx,
  userId: number,
  passwordHash: string,
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<void> {
  await sql`update user_account set password_hash = ${passwordHash}, password_changed_at = ${new Date(clock.nowMs())}, password_is_first = ${isFirst} where id = ${userId}`.execute(
    tx.as(),
  );
  await endSteps(tx, userId);
  await notifyPerson(tx, userId, 'account.mail.passwordChanged', { url: publicUrl });
}

/** Gives people another first password; what the old one opened is closed. */
export async function replacePasswords(
  world: Pick<World, 'sessions' | 'clock' | 'publicUrl'>,
  tx: Tx,
  people: readonly { userId: number; passwordHash: string }[],
): Promise<void> {
  for (const { userId, passwordHash } of people) {
    await setPassword(world, tx, userId, passwordHash, { isFirst: true });
    await forgetDevices(tx, userId);
    await world.sessions.end(tx, { userId });
  }
}

/** Those of these people whose account opens more than this tenant: another one they belong to, or the installation they run. */
export async function alsoElsewhere(tx: Tx, tenantId: number, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct m.user_id from member m
    where m.user_id = any(${userIds}::bigint[]) and (m.tenant_id <> ${tenantId} or ${isOperatorAccount(sql`m.user_id`)})`.execute(
    tx.as(),
  );
  return rows.map((row) => row.user_id);
}
