import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Consent } from '#shared/codes/consent.ts';
import type { Person } from './add-people.ts';
import { stageTable } from './import-queue.ts';

interface StagedRow {
  line: number;
  number: string;
  name: string;
  timeZone: string;
  columns: Record<string, string>;
  doNotCall: boolean;
  consent: Consent;
}

/** The people of a file whose rows wait, some at a time; of several rows with one number the first. */
export async function* stagedPeople(tx: TenantTx, importId: number, size: number): AsyncGenerator<Person[]> {
  const table = sql.table(stageTable(importId));
  for (let after = 0; ;) {
    const { rows } = await sql<StagedRow>`
      select s.line, s.numbers[1] number, coalesce(s.full_name, nullif(customer_joined_name(coalesce(s.first_name, ''), coalesce(s.last_name, '')), ''), s.company, '') name,
        coalesce(s.time_zone, '') "timeZone", s.fields columns, coalesce(s.do_not_call, false) "doNotCall", coalesce(s.consent, 0) consent
      from ${table} s where s.line > ${after} and not exists (select 1 from ${table} o where o.numbers[1] = s.numbers[1] and o.line < s.line) order by s.line limit ${size}`.execute(
      tx.as(),
    );
    if (rows.length === 0) return;
    yield rows.map(({ number: written, name, timeZone, columns, doNotCall, consent }) => {
      const [number, country] = written.split('/') as [string, string];
      return { customerId: null, number, country, name, timeZone, columns, doNotCall, consent };
    });
    after = rows.at(-1)!.line;
  }
}
