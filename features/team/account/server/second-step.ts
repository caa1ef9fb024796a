import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { SignInAnswer } from '../contract.ts';
import { stepFor, type SignInStep } from '../core/second-step.ts';
import { requesterOf } from './codes.ts';
import { refuseWithoutCompany } from './company-sign-in.ts';
import { enterAndRemember, holdPerson } from './entering.ts';
import type { Browser } from './known-devices.ts';
import { newToken } from './secret.ts';

/*
 * Between the password and the session. Rules:
 * 1. Whoever has a first password, a second factor, or holds a role that asks for one, gets a ticket and no session. Every way in that
 *    begins with a password goes through `letIn`.
 * 2. A ticket is good for ten minutes and once, in the browser that showed the password; where browsers do not say who
 *    they are, in their network. It opens nothing but the step.
 * 3. What failed leaves the ticket; guesses are counted by whoever compares (`team/second-factor`).
 * 4. Another password ends all tickets. Who may come in is asked again when the ticket is spent.
 * 5. A password that somebody else gave opens one thing: choosing another. What follows a password follows that one, too.
 * A company answers for its people itself (docs/decisions/0017-second-factor.md).
 */
const LIFE_MS = 10 * 60_000;

interface Who {
  userId: number;
  tenantId: number;
}

/** A session for whoever needs no second factor, else the ticket to show it with (rule 1). */
export async function letIn(
  world: Pick<World, 'clock' | 'publicUrl' | 'sessions'>,
  tx: Tx,
  who: Who,
  origin: Origin,
  browser: Browser = {},
): Promise<SignInAnswer> {
  const step = await stepOf(tx, who);
  if (step === 'none') return enterAndRemember(world, tx, who, origin, browser);
  const ticket = newToken();
  const { network, device } = requesterOf(origin, browser.deviceId);
  await sql`insert into sign_in_step (ticket_hash, user_id, tenant_id, network, device_hash, expires_at)
    values (${hashToken(ticket)}, ${who.userId}, ${who.tenantId}, ${network}, ${device}, ${new Date(world.clock.nowMs() + LIFE_MS)})`.execute(
    tx.as(),
  );
  return { secondStep: { kind: step, ticket } };
}

export async function stepOf(tx: Tx, { userId, tenantId }: Who): Promise<SignInStep> {
  const { rows } = await sql<{ first: boolean; has: boolean; needed: boolean }>`
    select password_is_first first, has_second_factor has, ${isNeededBy(sql`mr.user_id = ${userId} and mr.tenant_id = ${tenantId}`)} needed
    from user_account where id = ${userId}`.execute(tx.as());
  const { first: isFirst, has: hasFactor, needed: isNeeded } = rows[0]!;
  return stepFor({ isFirst, hasFactor, isNeeded });
}

/** Whether a role of the person asks for a second factor, in whatever tenant. */
export async function isSecondFactorNeeded(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`select ${isNeededBy(sql`mr.user_id = ${userId}`)} needed`.execute(
    tx.as(),
  );
  return rows[0]!.needed;
}

/** Somebody got their first factor, or lost their last: then no session counts as one that showed it. */
export async function markSecondFactor(tx: Tx, userId: number, has: boolean): Promise<void> {
  await sql`update user_account set has_second_factor = ${has} where id = ${userId} and has_second_factor <> ${has}`.execute(
    tx.as(),
  );
  if (!has)
    await sql`update session set factor_at = null where user_id = ${userId} and factor_at is not null`.execute(tx.as());
}

/** Whose ticket it is, and what for; both are held until the transaction ends. Throws `signInStepOver`. */
export async function takeStep(
  tx: Tx,
  nowMs: number,
  ticket: string,
  origin: Origin,
  deviceId: string | undefined,
): Promise<Who & { step: SignInStep }> {
  const { network, device } = requesterOf(origin, deviceId);
  const sameBrowser = device ? sql`device_hash = ${device}` : sql`device_hash is null and network = ${network}`;
  const found = sql`from sign_in_step
    where ticket_hash = ${hashToken(ticket)} and expires_at > ${new Date(nowMs)} and ${sameBrowser}`;
  // The person before the ticket, as whoever changes the password does.
  const { rows: whose } = await sql<{ id: number }>`select user_id id ${found}`.execute(tx.as());
  if (whose[0]) await holdPerson(tx, whose[0].id);
  const { rows } = await sql<Who>`select user_id "userId", tenant_id "tenantId" ${found} for update`.execute(tx.as());
  if (!rows[0]) throw new Failure('signInStepOver');
  return { ...rows[0], step: await stepOf(tx, rows[0]) };
}

/** The step is done: the ticket is good no more, and the person still may come in (rule 4). */
export async function spendStep(tx: Tx, ticket: string, { userId, tenantId }: Who): Promise<void> {
  await sql`delete from sign_in_step where ticket_hash = ${hashToken(ticket)}`.execute(tx.as());
  const { rows } =
    await sql`select 1 from member where tenant_id = ${tenantId} and user_id = ${userId} and enabled`.execute(tx.as());
  if (rows.length === 0) throw new Failure('accountDisabled');
  await refuseWithoutCompany(tx, { userId, tenantId });
}

export async function endSteps(tx: Tx, userId: number): Promise<void> {
  await sql`delete from sign_in_step where user_id = ${userId}`.execute(tx.as());
}

const isNeededBy = (whose: ReturnType<typeof sql>) => sql`exists (
  select 1 from member_role mr join role r on r.id = mr.role_id where r.needs_second_factor and ${whose})`;
