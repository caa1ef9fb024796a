import { sql } from 'kysely';
import { unread, type Db, type TenantTx, type Tx } from '../db/db.ts';
import { INSTALLATION, operatorName } from './installation.ts';

/** What the log of a tenant calls a look of an operator who helps inside it; the target says at what. */
export const HELPER_LOOKED = 'helperLooked';

interface Who {
  tenantId: number;
  userId: number | null;
  name: string;
  address: string;
  requestId: string;
}

/**
 * The entry a write leaves in the operation log. It joins the first transaction the
 * handler commits, so that a change and its entry exist together or not at all.
 *
 * What an operator does stands in the log of the installation; in the transaction of a tenant, in that tenant's too.
 */
export class Operation {
  #written = false;
  #target: string | null = null;
  #change: unknown = null;
  readonly #what: { module: string; action: string } | null;
  readonly #who: Who;

  /** `what` is null for reads: they leave no entry. */
  constructor(what: { module: string; action: string } | null, who: Who) {
    this.#what = what;
    this.#who = who;
  }

  /** Says what was touched, and how it changed. Call it before the transaction ends. */
  note(target: string | number | null, change?: { before?: unknown; after?: unknown }): void {
    this.#target = target === null ? null : String(target);
    this.#change = change ?? null;
  }

  /** Whether an entry is still to be written. */
  get isDue(): boolean {
    return this.#what !== null && !this.#written;
  }

  /** What was asked was done before: it leaves no second entry. */
  wasDoneBefore(): void {
    this.#written = true;
  }

  async writeInto(tx: TenantTx): Promise<void> {
    if (!this.#what || this.#written) return;
    if (this.#who.tenantId === INSTALLATION) await this.writeBeside(tx, tx.tenantId);
    else await this.#insert(tx, this.#what, 0);
  }

  /** An operator's entry within any transaction: in the log of the installation, and in that of the tenant it concerns. */
  async writeBeside(tx: Tx, concerned: number | null): Promise<void> {
    if (!this.#what || this.#written || this.#who.tenantId !== INSTALLATION) return;
    const { userId, name, address, requestId } = this.#who;
    const { module, action } = this.#what;
    const change = this.#change === null ? null : JSON.stringify(this.#change);
    await sql`select write_operator_deed(${concerned}, ${userId}, ${name}, ${operatorName(name)}, ${module}, ${action}, ${this.#target}, ${change}::jsonb, ${address}, ${requestId})`.execute(
      tx.as(),
    );
    this.#written = true;
  }

  /** For handlers that succeeded without a transaction of their own, and for refusals worth keeping, or how many there were. */
  async writeAlone(db: Db, outcome = 0, refused: { times: number } | null = null): Promise<void> {
    const what = this.#what;
    if (what && !(this.#written && outcome === 0))
      await db.tenant({ tenantId: this.#who.tenantId }, (tx) => this.#insert(tx, what, outcome, refused));
  }

  async #insert(
    tx: TenantTx,
    { module, action }: { module: string; action: string },
    outcome: number,
    refused: { times: number } | null = null,
  ): Promise<void> {
    const { userId, name, address, requestId } = this.#who;
    // What a refused call would have changed did not change.
    const logged = outcome === 0 ? this.#change : refused && { after: refused };
    const change = logged === null ? null : JSON.stringify(logged);
    await sql`${unread} insert into operation_log (user_id, user_name, module, action, target, change, outcome, address, request_id)
      values (${userId}, ${name}, ${module}, ${action}, ${this.#target}, ${change}::jsonb, ${outcome}, ${address}, ${requestId})`.execute(
      tx.as(),
    );
    this.#written = true;
  }
}
