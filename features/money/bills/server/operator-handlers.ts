import { sql } from 'kysely';
import type { BillTax } from '#core/money/bill.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { BillIssuer, BillParty, BillRow, operatorBillsApi } from '../contract.ts';
import { billColumns, type StoredBill } from './bills.repo.ts';
import { issueLastBill } from './close-months.ts';
import { writtenBill } from './written-bill.ts';

type OperatorWorld = Pick<World, 'db' | 'clock' | 'catalogue' | 'log'>;
type AnyBill = BillRow & { tenantId: number; tenantName: string };

const issuerColumns = sql`name, address, tax_id "taxId", contact, bank, prefix, next_no "nextNo"`;

async function issuerOf(tx: Tx): Promise<BillIssuer & { prefix: string; nextNo: number }> {
  const { rows } = await sql<
    BillIssuer & { prefix: string; nextNo: number }
  >`select ${issuerColumns} from bill_issuer`.execute(tx.as());
  return rows[0]!;
}

interface Billing {
  name: string;
  party: BillParty;
  taxes: BillTax[];
}

/** Of a tenant; `notFound` where there is none. */
async function billingOf(tx: Tx, tenantId: number): Promise<Billing> {
  const { rows } = await sql<BillParty & { tenant: string; taxes: BillTax[] }>`
    select t.name tenant, coalesce(p.name, '') name, coalesce(p.address, '') address, coalesce(p.tax_id, '') "taxId",
      coalesce((select jsonb_agg(jsonb_build_object('name', x.name, 'rate', x.rate) order by x.place) from bill_tax x where x.tenant_id = t.id), '[]') taxes
    from tenant t left join bill_party p on p.tenant_id = t.id where t.id = ${tenantId}`.execute(tx.as());
  if (!rows[0]) throw new Failure('notFound');
  const { tenant, taxes, ...party } = rows[0];
  return { name: tenant, party, taxes };
}

/** Bills of all tenants, and the company that sends them. */
export function operatorHandlers(world: OperatorWorld): Handlers<typeof operatorBillsApi> {
  const { db } = world;
  return {
    all: (_caller, { page, size, tenantId, month }) =>
      db.everyTenant('operators see the bills of all tenants', async (tx) => {
        const where = sql`(${tenantId ?? null}::bigint is null or b.tenant_id = ${tenantId ?? null}) and (${month ?? null}::text is null or b.month = ${month ?? null})`;
        const { rows: list } = await sql<AnyBill>`
          select b.id, b.number, b.month, b.currency, b.total_e4 "totalE4", b.issued_at "issuedAt", b.tenant_id "tenantId", t.name "tenantName"
          from bill b join tenant t on t.id = b.tenant_id where ${where} order by b.issued_at desc, b.id desc limit ${size} offset ${(page - 1) * size}`.execute(
          tx.as(),
        );
        const counted = await sql<{ total: number }>`select count(*) total from bill b where ${where}`.execute(tx.as());
        return { list, total: counted.rows[0]!.total };
      }),
    async anyPdf(caller, { id }) {
      const found = await db.everyTenant('operators read any bill', async (tx) => {
        const { rows } = await sql<StoredBill & { tenantId: number }>`
          select ${billColumns}, b.tenant_id "tenantId" from bill b where b.id = ${id}`.execute(tx.as());
        if (!rows[0]) throw new Failure('notFound');
        const { tenantId, ...bill } = rows[0];
        caller.operation.note(bill.number);
        await caller.operation.writeBeside(tx, tenantId);
        return bill;
      });
      return writtenBill(found, caller.language);
    },
    issuer: () => db.everyTenant('one company sends the bills of all tenants', issuerOf),
    setIssuer: (caller, { name, address, taxId, contact, bank, prefix }) =>
      db.everyTenant('one company sends the bills of all tenants', async (tx) => {
        const { nextNo: _, ...before } = await issuerOf(tx);
        await sql`update bill_issuer set name = ${name}, address = ${address}, tax_id = ${taxId}, contact = ${contact}, bank = ${bank}, prefix = ${prefix}`.execute(
          tx.as(),
        );
        caller.operation.note(name, { before, after: { name, address, taxId, contact, bank, prefix } });
        await caller.operation.writeBeside(tx, null);
        return null;
      }),
    billing: (_caller, { tenantId }) =>
      db.everyTenant('operators see whom bills are made out to', async (tx) => {
        const { party, taxes } = await billingOf(tx, tenantId);
        return { party, taxes };
      }),
    setBilling: (caller, { tenantId, party, taxes }) =>
      db.everyTenant('operators say which taxes bills carry', async (tx) => {
        const { name, ...before } = await billingOf(tx, tenantId);
        await sql`
          insert into bill_party (tenant_id, name, address, tax_id) values (${tenantId}, ${party.name}, ${party.address}, ${party.taxId})
          on conflict (tenant_id) do update set name = excluded.name, address = excluded.address, tax_id = excluded.tax_id`.execute(
          tx.as(),
        );
        await sql`delete from bill_tax where tenant_id = ${tenantId}`.execute(tx.as());
        await sql`
          insert into bill_tax (tenant_id, place, name, rate)
          select ${tenantId}, place, tax ->> 'name', (tax ->> 'rate')::int from jsonb_array_elements(${JSON.stringify(taxes)}::jsonb) with ordinality x (tax, place)`.execute(
          tx.as(),
        );
        caller.operation.note(name, { before, after: { party, taxes } });
        await caller.operation.writeBeside(tx, tenantId);
        return null;
      }),
    async issueLast(caller, { tenantId }) {
      const { name } = await db.everyTenant('operators close tenants', (tx) => billingOf(tx, tenantId));
      caller.operation.note(name);
      const id = await issueLastBill(world, tenantId);
      if (id === null) throw new Failure('notFound');
      await db.everyTenant('its own people read of it too', (tx) => caller.operation.writeBeside(tx, tenantId));
      return { id };
    },
  };
}
