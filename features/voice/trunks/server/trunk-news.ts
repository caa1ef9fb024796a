import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { TRUNK_PUSHED, TRUNKS_CHANGED, type SipTrunkPush } from '../contract.ts';

/** Told to every process, with the tenant: its trunks are other ones now. */
export const SIP_TRUNKS_CHANNEL = 'sip_trunks';
/** Told to every process: whoever keeps the trunk tries it. */
export const SIP_TRUNK_TEST_CHANNEL = 'sip_trunk_test';

export interface TestOrder {
  tenantId: number;
  id: number;
  testId: string;
  /** Empty: no call. */
  number: string;
}

export const sayTrunks = async (tx: TenantTx, id: number): Promise<void> => {
  await sql`select pg_notify(${SIP_TRUNKS_CHANNEL}, ${String(tx.tenantId)})`.execute(tx.as());
  await tx.push({ kind: TRUNKS_CHANGED, body: { id }, access: 'trunks.view' });
};

export const orderTest = async (tx: TenantTx, order: TestOrder): Promise<void> =>
  void (await sql`select pg_notify(${SIP_TRUNK_TEST_CHANNEL}, ${JSON.stringify(order)})`.execute(tx.as()));

export const pushTrunk = (tx: TenantTx, pushed: SipTrunkPush): Promise<void> =>
  tx.push({ kind: TRUNK_PUSHED, body: pushed, access: 'trunks.view' });
