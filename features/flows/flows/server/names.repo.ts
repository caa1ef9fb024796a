import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import { tagRows } from '#features/customers/tags/server/index.ts';
import { calendarRows } from '#features/voice/business-hours/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Reference, ReferenceKind } from './references.ts';

/** Where the things a flow names are kept, and what they are called. */
const tables: Record<ReferenceKind, ReturnType<typeof sql>> = {
  group: sql`select id, name from ${groupRows} g`,
  agent: sql`select m.user_id id, m.nick_name name from member m join ${agentRows} a on a.user_id = m.user_id where m.enabled and a.enabled`,
  hours: sql`select id, name from ${calendarRows} h`,
  tag: sql`select id, name from ${tagRows} t`,
  flow: sql`select id, name from flow`,
  smsTemplate: sql`select id, name from sms_template`,
  sound: sql`select id, name from sound`,
};

export interface NamedThing {
  kind: ReferenceKind;
  id: number;
  name: string;
}

const kindsOf = (things: readonly { kind: ReferenceKind }[]): ReferenceKind[] => [
  ...new Set(things.map(({ kind }) => kind)),
];

/** Those of these that are there, with their names. */
export async function namesOf(
  tx: TenantTx,
  references: readonly Pick<Reference, 'kind' | 'id'>[],
): Promise<NamedThing[]> {
  const found: NamedThing[] = [];
  for (const kind of kindsOf(references)) {
    const ids = [...new Set(references.filter((one) => one.kind === kind).map(({ id }) => id))];
    const { rows } = await sql<{
      id: number;
      name: string;
    }>`select id, name from (${tables[kind]}) x where id = any(${ids}::bigint[])`.execute(tx.as());
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  return found;
}

/** Things of these names; of several with one name the oldest. */
export async function thingsNamed(
  tx: TenantTx,
  things: readonly { kind: string; name: string }[],
): Promise<NamedThing[]> {
  const known = things.filter((one): one is { kind: ReferenceKind; name: string } => one.kind in tables);
  const found: NamedThing[] = [];
  for (const kind of kindsOf(known)) {
    const names = known.filter((one) => one.kind === kind).map(({ name }) => name);
    const { rows } = await sql<{
      id: number;
      name: string;
    }>`select min(id) id, name from (${tables[kind]}) x where name = any(${names}::text[]) group by name`.execute(
      tx.as(),
    );
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  return found;
}
