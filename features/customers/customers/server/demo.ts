import { sql } from 'kysely';
import { tagRows } from '#features/customers/tags/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { NewCustomer } from './customers.repo.ts';
import { tieDemoCalls } from './demo-calls.ts';
import { demoPersonalities, type DemoPersonality } from './demo-names.ts';
import { writeCustomers } from './write-customers.ts';

const TWICE = 4;
const notes = [
  'Prefers to be called in the morning.',
  'Pays by invoice.',
  'Asked for a quote in writing.',
  'Travels every year in July.',
  'Was moved from the old system.',
];

/** Some two hundred customers, a few of them twice, with owners and tags; calls that are there learn whose they were. */
export async function demoCustomerBook(tx: Tx, tenant: DemoTenant): Promise<void> {
  const { tenantId, people, chance } = tenant;
  const rows = tx.as<never>();
  await sql`select set_config('app.tenant', ${String(tenantId)}, true)`.execute(rows);
  const { rows: tags } = await sql<{
    id: number;
  }>`select id from ${tagRows} t where tenant_id = ${tenantId} order by id`.execute(rows);
  const owners = people.filter(({ role }) => role !== 'owner').map(({ userId }) => userId);
  const everybody = demoPersonalities(tenant.name, chance);
  const add = everybody.map((person): NewCustomer => ({
    ...customerOf(person),
    source: chance() < 0.3 ? CustomerSource.call : chance() < 0.5 ? CustomerSource.import : CustomerSource.person,
    owner_id: chance() < 0.6 ? (owners[Math.floor(chance() * owners.length)] ?? null) : null,
    tag_ids: tags.filter(() => chance() < 0.15).map(({ id }) => id),
    note: chance() < 0.15 ? notes[Math.floor(chance() * notes.length)]! : '',
    do_not_call: chance() < 0.02,
  }));
  // Somebody typed them in again: the page for duplicates has something to find.
  const again = everybody.slice(20, 20 + TWICE).map((person): NewCustomer => ({
    ...customerOf({ ...person, full_name: person.full_name.split(' ')[0]! }),
    source: CustomerSource.person,
  }));
  // What is long over is news to nobody.
  const quiet = { ...tx, tenantId, push: async () => {}, announce: async () => {} };
  const { added } = await writeCustomers(quiet, {
    add: [...add, ...again].toReversed(),
    author: { userId: null, actor: '' },
  });
  await sql`
    update customer c set created_at = d.moment, updated_at = d.moment from (
      select id, ${momentOfMs(tenant.nowMs)} - (${added.length} - row_number() over (order by id)) * interval '31 hours' as moment from customer where tenant_id = ${tenantId}) d where d.id = c.id`.execute(
    rows,
  );
  await sql`update customer_change h set at = c.created_at from customer c where c.id = h.customer_id and h.tenant_id = ${tenantId}`.execute(
    rows,
  );
  await tieDemoCalls(tx, tenantId);
  await sql`select set_config('app.tenant', '', true)`.execute(rows);
}

const customerOf = ({ full_name, company, phone, country, language, emails }: DemoPersonality) => ({
  full_name,
  company,
  phones: [phone],
  phone_countries: [country],
  country,
  emails,
  language: CustomerLanguage.has(language) ? language : '',
});
