import { CustomerSource } from '#shared/codes/customer-source.ts';
import type { Db } from '#platform/server/db/db.ts';
import { aMember, aTenant } from '#test/builders.ts';
import type { Statements } from './customers-bare.ts';
import { clientsAtOnce, type httpClient } from './customers-clients.ts';
import { percentile, type Figure } from './report.ts';

/** Adds a customer and nothing else: no history, no log, no look whether somebody has the number. */
export const plainInsert: Statements = [
  {
    text: `insert into customer (tenant_id, full_name, company, phones, phone_countries, emails, source, country) select id, 'Lucía Hernández', 'Casa Azul', array['525512345678'], array['MX'], array['lucia@mail.example'], ${CustomerSource.person}, 'MX' from tenant order by id desc limit 1`,
    values: [],
  },
];

/** How fast customers are added one by one beside a million others, and taken away again. */
export async function measureWrites(
  db: Db,
  clients: { ours: ReturnType<typeof httpClient>; bare: ReturnType<typeof httpClient> },
  atOnce: number,
  seconds: number,
): Promise<Figure[]> {
  const tenantId = await aTenant(db, { name: 'Writers' });
  const people = await Promise.all(Array.from({ length: atOnce * 4 }, () => aMember(db, tenantId, { isOwner: true })));
  const ours = await clientsAtOnce(atOnce, seconds, async (n) => {
    const wish = {
      full_name: `Lucía Hernández ${n}`,
      company: 'Casa Azul',
      phones: [{ number: `+5255${String(10_000_000 + n)}`, country: 'MX' }],
      emails: [`lucia${n}@mail.example`],
    };
    await clients.ours.post('/admin/cdp/customer/insert', JSON.stringify(wish), people[n % people.length]!.token);
  });
  const theirs = await clientsAtOnce(atOnce, seconds, async () => void (await clients.bare.post('/insert', '{}', '')));
  await db.pool.query('delete from customer where tenant_id = $1', [tenantId]);
  return [
    { bench: 'customers.insert.rps', ours: ours.perSecond, reference: theirs.perSecond, unit: 'req/s' },
    {
      bench: 'customers.insert.p50',
      ours: percentile(ours.tookMs, 0.5),
      reference: percentile(theirs.tookMs, 0.5),
      unit: 'ms',
    },
    {
      bench: 'customers.insert.p99',
      ours: percentile(ours.tookMs, 0.99),
      reference: percentile(theirs.tookMs, 0.99),
      unit: 'ms',
    },
  ];
}
