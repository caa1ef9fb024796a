import { sql } from 'kysely';
import { callsOfPerson } from '#features/voice/call-records/server/index.ts';
import type { DataSubject, PersonData } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** What stands in the body of an event about somebody: it is kept as it was signed, so it is looked through as text. */
async function tracesOf(tx: TenantTx, person: DataSubject): Promise<string[]> {
  const named = (key: string, id: number | string): string[] => [
    `"${key}":${id},`,
    `"${key}":${id}}`,
    `"${key}":"${id}"`,
  ];
  return [
    ...person.numbers,
    ...person.emails,
    ...person.customerIds.flatMap((id) => ['customerId', 'customer_id'].flatMap((key) => named(key, id))),
    ...(await callsOfPerson(tx, person)).map((callId) => `"callId":${JSON.stringify(callId)}`),
  ];
}

const about = (traces: readonly string[], { customerIds }: DataSubject) =>
  sql`(exists (select 1 from unnest(${traces}::text[]) trace where position(trace in d.body) > 0)
    or (d.type like 'customer.%' and exists (select 1 from unnest(${customerIds}::bigint[]) one where d.body ~ ('"ids?":[[]?([0-9]+,)*' || one || '[],}]'))))`;

/** What programs of the tenant were told of somebody. What they did with it is theirs to forget. */
export const deliveriesPersonData: PersonData = {
  name: 'webhooks',
  async erase(tx, person) {
    const gone = await sql`delete from webhook_delivery d where ${about(await tracesOf(tx, person), person)}`.execute(
      tx.as(),
    );
    return Number(gone.numAffectedRows ?? 0);
  },
  async export(tx, person) {
    const { rows } = await sql<{
      type: string;
    }>`select d.type, d.body, d.created_at from webhook_delivery d where ${about(await tracesOf(tx, person), person)} order by d.id`.execute(
      tx.as(),
    );
    return rows;
  },
};
