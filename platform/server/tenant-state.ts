import { sql } from 'kysely';
import { Failure } from '#shared/errors.ts';
import type { Db, TenantTx, Tx } from './db/db.ts';

/*
 * What an operator decided about a tenant: `active`, `suspended` (until it is resumed) or `closed` (deleted after a term, unless it is
 * taken back). In the two latter nobody comes in, no call goes through and nothing of its own happens.
 */

/** Told by the database to every process when the state of a tenant changed; the payload is its id. */
export const TENANT_STATE = 'tenant_state';

/** SQL: whether a tenant is active. */
export const isActiveTenant = (tenantId: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select 1 from tenant ts where ts.id = ${tenantId} and ts.state = 'active')`;

/** Whether the tenant of this transaction is active. */
export async function isActive(tx: TenantTx): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`select state from tenant`.execute(tx.as());
  return rows[0]?.state === 'active';
}

/** Throws `tenantDisabled`, whose detail is the reason that was given. */
export async function refuseInactive(tx: Tx, tenantId: number): Promise<void> {
  const { rows } = await sql<{ why: string }>`
    select state_why why from tenant where id = ${tenantId} and state <> 'active'`.execute(tx.as());
  if (rows[0]) throw new Failure('tenantDisabled', rows[0].why);
}

/** The same by the token of a session, living or ended. */
export async function refuseStopped(tx: Tx, tokenHash: Buffer): Promise<void> {
  const { rows } = await sql<{ why: string }>`
    select t.state_why why from session s join tenant t on t.id = s.tenant_id and t.state <> 'active'
    where s.token_hash = ${tokenHash} and s.help_id is null`.execute(tx.as());
  if (rows[0]) throw new Failure('tenantDisabled', rows[0].why);
}

/** Which tenants are not active, known in this process without asking; a moment late at most. */
export interface InactiveTenants {
  has(tenantId: number): boolean;
  /** Whatever was decided before is known here when this is over. */
  learn(): Promise<void>;
  /** One that was active is not any more. */
  onStopped(listener: (tenantId: number) => void): () => void;
  start(): Promise<void>;
  stop(): void;
}

export function openInactiveTenants(db: Db, report: (problem: unknown) => void): InactiveTenants {
  let inactive: ReadonlySet<number> = new Set();
  let stopListening = (): void => {};
  const listeners = new Set<(tenantId: number) => void>();
  /** One reading after another: an older answer never comes after a newer one. */
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const { rows } = await db.everyTenant('states of all tenants', (tx) =>
      sql<{ id: number }>`select id from tenant where state <> 'active'`.execute(tx.as()),
    );
    const before = inactive;
    inactive = new Set(rows.map(({ id }) => id));
    for (const id of inactive) if (!before.has(id)) for (const listener of listeners) listener(id);
  }

  const learn = (): Promise<void> => (reading = reading.then(read).catch(report));

  return {
    has: (tenantId) => inactive.has(tenantId),
    learn,
    onStopped(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start() {
      stopListening = await db.listen(TENANT_STATE, learn);
      await (reading = reading.then(read));
    },
    stop: () => stopListening(),
  };
}
