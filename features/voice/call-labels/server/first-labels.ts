import { sql } from 'kysely';
import type { FoundedTenant } from '#platform/server/contributions.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { MarkColour } from '#shared/codes/mark-colour.ts';

const first: readonly (readonly [name: string, colour: MarkColour])[] = [
  ['sold', 'green'],
  ['interested', 'blue'],
  ['callAgain', 'amber'],
  ['complaint', 'red'],
  ['wrongNumber', 'grey'],
  ['doNotCall', 'violet'],
];

/** The outcomes most teams speak about, in the tenant's language; answers their ids. */
export async function layOutLabels(
  tx: Tx,
  { tenantId, say }: Pick<FoundedTenant, 'tenantId' | 'say'>,
): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, [name, colour]] of first.entries()) {
    const { rows } = await sql<{ id: number }>`
      insert into call_label (tenant_id, name, colour, position)
      values (${tenantId}, ${say(`call-labels.first.${name}`)}, ${colour}, ${index + 1}) returning id`.execute(tx.as());
    ids.push(rows[0]!.id);
  }
  return ids;
}
