import { sql } from 'kysely';
import { isDuplicate, type TenantTx, type Tx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import { TRUNKS_MOST, type TrunkFields } from '../contract.ts';
import { trunkRepo } from './trunk.repo.ts';

// All that others do with trunks stands here.

/** The carriers the tenant's trunks lead to, as far as these are on. */
export async function carriersInUse(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ carrier: string }>`select distinct carrier from trunk where enabled`.execute(tx.as());
  return rows.map(({ carrier }) => carrier);
}

/** Adds a trunk to a carrier. A name that is taken gets a number behind it. */
export async function addTrunk(tx: TenantTx, { name, carrier }: { name: string; carrier: string }): Promise<void> {
  await sql`
    insert into trunk (name, carrier)
    select free.name, ${carrier} from (
      select case when n = 1 then ${name}::text else ${name}::text || ' ' || n end name, n from generate_series(1, 1000) n
    ) free
    where not exists (select from trunk t where t.name = free.name) order by n limit 1`.execute(tx.as());
}

/** Takes the tenant's trunks to a carrier away; routes lose them too. */
export async function removeTrunks(tx: TenantTx, carrier: string): Promise<void> {
  await sql`delete from trunk where carrier = ${carrier}`.execute(tx.as());
}

/** A trunk by the carrier it leads to, and the routes that have it. */
export interface CarrierTrunk {
  id: number;
  carrier: string;
  routes: { id: number; name: string }[];
}

/** Who would miss a carrier: every tenant with a trunk to it that is on, and whether it has no other. */
export async function teamsOfCarriers(
  tx: Tx,
  carriers: readonly string[],
): Promise<{ carrier: string; tenantId: number; name: string; hasOther: boolean }[]> {
  const { rows } = await sql<{ carrier: string; tenantId: number; name: string; hasOther: boolean }>`
    select distinct r.carrier, r.tenant_id "tenantId", t.name,
      exists (select 1 from trunk o where o.tenant_id = r.tenant_id and o.enabled and o.carrier <> r.carrier and o.carrier <> 'rehearsal') "hasOther"
    from trunk r join tenant t on t.id = r.tenant_id
    where r.carrier = any(${[...carriers]}::text[]) and r.enabled and t.state = 'active' order by t.name, r.tenant_id`.execute(
    tx.as(),
  );
  return rows;
}

/** Every trunk of the tenant. */
export const carrierTrunks = async (tx: TenantTx): Promise<CarrierTrunk[]> =>
  (await trunkRepo(tx).all()).map(({ id, carrier, routes }) => ({ id, carrier, routes }));

/** The one trunk to a carrier that the tenant itself described: it is made, or follows what was changed there. */
export async function putTrunkOf(
  tx: TenantTx,
  carrier: string,
  fields: Pick<TrunkFields, 'name' | 'enabled' | 'maxCalls' | 'callsPerSec'>,
): Promise<void> {
  const orTaken = (thrown: unknown): never => {
    throw isDuplicate(thrown, 'trunk_name') ? new Failure('nameTaken') : thrown;
  };
  const { name, enabled, maxCalls, callsPerSec } = fields;
  const { numAffectedRows } = await sql`
    update trunk set name = ${name}, enabled = ${enabled}, max_calls = ${maxCalls}, calls_per_sec = ${callsPerSec}, version = version + 1
    where carrier = ${carrier}`
    .execute(tx.as())
    .catch(orTaken);
  if (numAffectedRows !== 0n) return;
  if ((await trunkRepo(tx).count()) >= TRUNKS_MOST) throw new Failure('invalidInput', `at most ${TRUNKS_MOST} trunks`);
  await trunkRepo(tx)
    .add({ ...fields, carrier, emergency: false, emergencyAddress: '' })
    .catch(orTaken);
}

/** Takes the trunk to a carrier away; refused while a route has it or a call goes over it. */
export async function dropTrunkOf(tx: TenantTx, carrier: string): Promise<void> {
  for (const trunk of (await trunkRepo(tx).all()).filter((one) => one.carrier === carrier)) {
    if (trunk.routes.length > 0 || trunk.calls > 0)
      throw new Failure('trunkInUse', trunk.routes.map(({ name }) => name).join(', '));
    await trunkRepo(tx).remove(trunk.id);
  }
}
