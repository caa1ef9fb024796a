import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { CompanyClaims } from './assertion.ts';

/** Somebody may look for a password, or for a phone with a second factor. */
const REQUEST_MS = 15 * 60_000;
const CODE_MS = 2 * 60_000;
/** Longer than clocks may differ: a message is forgotten after nobody would take it any more. */
const AFTERWARDS_MS = 2 * 60_000;

export interface Begun {
  tenantId: number;
  challenge: string;
  isTrial: boolean;
}

/** What an answer by OpenID Connect must fit: the nonce inside it, and the word only we know. */
export interface OpenIdTie {
  nonce: string;
  codeVerifier: string;
}

type BegunRequest = Begun & { tie: OpenIdTie | null };

const newId = (): string => `_${randomBytes(20).toString('hex')}`;

/** Keeps that a sign-in was begun; answers the id the provider will name in its answer. */
export async function beginRequest(
  tx: Tx,
  { tenantId, challenge, isTrial }: Begun,
  nowMs: number,
  tie: OpenIdTie | null = null,
): Promise<string> {
  const id = newId();
  await sql`insert into sso_request (id, tenant_id, challenge, is_trial, nonce, code_verifier, expires_at)
    values (${id}, ${tenantId}, ${challenge}, ${isTrial}, ${tie?.nonce ?? null}, ${tie?.codeVerifier ?? null}, ${new Date(nowMs + REQUEST_MS)})`.execute(
    tx.as(),
  );
  return id;
}

/** The request an answer names, once. */
export async function takeRequest(tx: Tx, tenantId: number, id: string, nowMs: number): Promise<BegunRequest | null> {
  const { rows } = await sql<BegunRequest>`
    delete from sso_request where id = ${id} and tenant_id = ${tenantId} and expires_at > ${new Date(nowMs)} returning tenant_id "tenantId", challenge, is_trial "isTrial",
      case when nonce is not null then json_build_object('nonce', nonce, 'codeVerifier', code_verifier) end tie`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

/** False when the tenant's provider sent this message before. It is remembered for as long as it could count. */
export async function isFirst(tx: Tx, tenantId: number, messageId: string, expiresMs: number): Promise<boolean> {
  const until = new Date(expiresMs + AFTERWARDS_MS);
  const { rows } =
    await sql`insert into sso_message (tenant_id, id, expires_at) values (${tenantId}, ${messageId.slice(0, 300)}, ${until}) on conflict do nothing returning 1`.execute(
      tx.as(),
    );
  return rows.length === 1;
}

/** Keeps what was said about somebody, for the tab that knows the verifier of the challenge. */
export async function giveCode(tx: Tx, begun: Begun, claims: CompanyClaims, nowMs: number): Promise<string> {
  const code = randomBytes(24).toString('base64url');
  await sql`insert into sso_code (hash, tenant_id, challenge, is_trial, claims, expires_at)
    values (${hashToken(code)}, ${begun.tenantId}, ${begun.challenge}, ${begun.isTrial}, ${JSON.stringify(claims)}::jsonb, ${new Date(nowMs + CODE_MS)})`.execute(
    tx.as(),
  );
  return code;
}

/** What a code stands for, once; a wrong verifier spends it too. */
export async function takeCode(
  tx: Tx,
  code: string,
  verifier: string,
  nowMs: number,
): Promise<(Begun & { claims: CompanyClaims }) | null> {
  const { rows } = await sql<Begun & { claims: CompanyClaims }>`
    delete from sso_code where hash = ${hashToken(code)} and expires_at > ${new Date(nowMs)} returning tenant_id "tenantId", challenge, is_trial "isTrial", claims`.execute(
    tx.as(),
  );
  const found = rows[0];
  return found && (found.challenge === challengeOf(verifier) || found.challenge === `plain.${verifier}`) ? found : null;
}

/** What a code is tied to where no tab began. */
export const newVerifier = (): string => randomBytes(24).toString('base64url');

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Deletes what can never be used again. */
export async function sweep(tx: Tx, nowMs: number): Promise<void> {
  for (const table of ['sso_request', 'sso_message', 'sso_code'])
    await sql`delete from ${sql.table(table)} where expires_at < ${new Date(nowMs)}`.execute(tx.as());
}
