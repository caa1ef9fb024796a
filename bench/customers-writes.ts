import { CustomerSource } from '#shared/codes/customer-source.ts';
import type { Db } from '#platform/server/db/db.ts';
import { aMember, aTenant } from '#test/builders.ts';
import type { Statements } from './customers-bare.ts';
import { clientsAtOnce, type httpClient, type Load } from './customers-clients.ts';
import { median, percentile, type Figure } from './report.ts';

/** Adds a customer and nothing else: no history, no log, no look whether somebody has the number. */
export const plainInsert: Statements = [
  {
    text: `insert into customer (tenant_id, full_name, company, phones, phone_countries, emails, source, country) select id, 'Lucía Hernández', 'Casa Azul', array['525512345678'], array['MX'], array['lucia@mail.example'], ${CustomerSource.person}, 'MX' from tenant order by id desc limit 1`,
    values: [],
  },
];

/** With what a server and PostgreSQL took of the processor for it. */
type Measured = Load & { cpuMs: number };

/** How fast customers are added one by one beside a million others, by turns with the plain insert, and taken away again. */
export async function measureWrites(
  db: Db,
  clients: { ours: ReturnType<typeof httpClient>; bare: ReturnType<typeof httpClient> },
  measured: Record<'ours' | 'bare', (work: () => Promise<Load>) => Promise<Measured>>,
  { atOnce, seconds, turns }: { atOnce: number; seconds: number; turns: number },
): Promise<Figure[]> {
  const tenantId = await aTenant(db, { name: 'Writers' });
  const people = await Promise.all(Array.from({ length: atOnce * 4 }, () => aMember(db, tenantId, { isOwner: true })));
  let added = 0;
  const add = async (): Promise<void> => {
    const n = added++;
    const wish = {
      full_name: `Lucía Hernández ${n}`,
      company: 'Casa Azul',
      phones: [{ number: `+5255${String(10_000_000 + n)}`, country: 'MX' }],
      emails: [`lucia${n}@mail.example`],
    };
    await clients.ours.post('/admin/cdp/customer/insert', JSON.stringify(wish), people[n % people.length]!.token);
  };
  const insert = async (): Promise<void> => void (await clients.bare.post('/insert', '{}', ''));
  for (const ask of [add, insert]) await clientsAtOnce(atOnce, 1, ask);
  const [ours, theirs]: [Measured[], Measured[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await measured.ours(() => clientsAtOnce(atOnce, seconds, add)));
    theirs.push(await measured.bare(() => clientsAtOnce(atOnce, seconds, insert)));
  }
  await db.pool.query('delete from customer where tenant_id = $1', [tenantId]);
  const rate = (loads: readonly Measured[]) => median(loads.map(({ perSecond }) => perSecond));
  const cpu = (loads: readonly Measured[]) => median(loads.map(({ cpuMs, tookMs }) => cpuMs / tookMs.length));
  const took = (loads: readonly Measured[], share: number) =>
    percentile(
      loads.flatMap(({ tookMs }) => tookMs),
      share,
    );
  return [
    {
      bench: 'customers.insert.rps',
      ours: rate(ours),
      reference: rate(theirs),
      unit: 'req/s',
      goal: 'at least 0.5 of a bare INSERT',
    },
    { bench: 'customers.insert.p50', ours: took(ours, 0.5), reference: took(theirs, 0.5), unit: 'ms' },
    { bench: 'customers.insert.p99', ours: took(ours, 0.99), reference: took(theirs, 0.99), unit: 'ms' },
    {
      bench: 'customers.insert.cpu',
      ours: cpu(ours),
      reference: cpu(theirs),
      unit: 'ms',
      goal: 'server and PostgreSQL, a customer',
    },
  ];
}
