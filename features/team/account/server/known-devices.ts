import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import { newToken } from './secret.ts';

/**
 * Browsers people signed in from before. Rules:
 * 1. A mark is random, made here, given with a sign-in and shown with the next; the database keeps its hash.
 * 2. It opens nothing. It says that whoever comes is no stranger to this account, so that what strangers do to the
 *    account, or others in the same network, does not shut the person out (`sign-in-guard.ts`).
 * 3. A browser has one mark for everybody who signs in there. A mark we do not know is not taken over.
 * 4. A person has twenty at most; one that is not used for half a year is forgotten, and one whose device they remove.
 */
/** What a browser says about itself: a name it gave itself, and the mark it got from us before. */
export interface Browser {
  deviceId?: string | undefined;
  mark?: string | undefined;
}

const MOST = 20;
export const FORGOTTEN_AFTER_DAYS = 180;

/** The hash of a mark that is known for this person; null for strangers. */
export async function knownMark(tx: Tx, userId: number | null, mark: string | undefined): Promise<Buffer | null> {
  if (userId === null || !mark) return null;
  const hash = hashToken(mark);
  const { rows } = await sql`select 1 from known_device where user_id = ${userId} and mark_hash = ${hash}`.execute(
    tx.as(),
  );
  return rows.length === 1 ? hash : null;
}

/** Whether somebody came with this mark before. */
export async function isMark(tx: Tx, mark: string | undefined): Promise<boolean> {
  if (!mark) return false;
  const { rows } = await sql`select 1 from known_device where mark_hash = ${hashToken(mark)} limit 1`.execute(tx.as());
  return rows.length > 0;
}

/** Marks the browser as one of this person's; answers its mark, and whether it is a new one beside others. */
export async function rememberDevice(
  tx: Tx,
  nowMs: number,
  userId: number,
  { mark: shown, deviceId = '' }: Browser = {},
): Promise<{ mark: string; isAnother: boolean }> {
  const { rows: marks } = await sql<{ mine: boolean; shown: boolean }>`
    select user_id = ${userId} mine, mark_hash = ${hashToken(shown ?? '')} shown from known_device
    where user_id = ${userId} or mark_hash = ${hashToken(shown ?? '')}`.execute(tx.as());
  const mark = shown && marks.some((one) => one.shown) ? shown : newToken();
  await sql`
    insert into known_device as k (user_id, mark_hash, last_used_at, device_id) values (${userId}, ${hashToken(mark)}, ${new Date(nowMs)}, ${deviceId.slice(0, 100)})
    on conflict (user_id, mark_hash) do update set last_used_at = excluded.last_used_at, device_id = coalesce(nullif(excluded.device_id, ''), k.device_id)`.execute(
    tx.as(),
  );
  const mine = marks.filter((one) => one.mine);
  if (mine.length >= MOST)
    await sql`delete from known_device where user_id = ${userId} and mark_hash not in (
      select mark_hash from known_device where user_id = ${userId} order by last_used_at desc, mark_hash limit ${MOST})`.execute(
      tx.as(),
    );
  return { mark, isAnother: mine.length > 0 && !mine.some((one) => one.shown) };
}

/** A stranger from now on: the person does not know it, or has it no more. */
export async function forgetDevice(tx: Tx, userId: number, deviceId: string): Promise<void> {
  await sql`delete from known_device where user_id = ${userId} and device_id = ${deviceId} and device_id <> ''`.execute(
    tx.as(),
  );
}

/** Strangers all of them: after a reset nobody knows who had the old password. */
export async function forgetDevices(tx: Tx, userId: number): Promise<void> {
  await sql`delete from known_device where user_id = ${userId}`.execute(tx.as());
}
