import { sql } from 'kysely';
import { countPhones } from '#features/team/agents/server/index.ts';
import type { World } from '#platform/server/world.ts';
import type { ExchangeChange, ExchangeHealth, ExchangePart } from '../contract.ts';

const CHANGES = 20;

/** What those who keep the parts of the exchange wrote about them. */
export const readHealth = ({ db, telephony }: Pick<World, 'db' | 'telephony'>): Promise<ExchangeHealth> =>
  db.everyTenant('the exchange belongs to no tenant', async (tx) => {
    const { rows: parts } = await sql<ExchangePart>`
      select machine, name, kind, state, version, calls, trouble, since, seen_at "seenAt" from edge.part order by kind, machine, name`.execute(
      tx.as(),
    );
    const { rows: changes } = await sql<ExchangeChange>`
      select id, at, machine, what deeds from edge.change order by id desc limit ${CHANGES}`.execute(tx.as());
    const { rows: clock } = await sql<{ now: string }>`select now() now`.execute(tx.as());
    return { isUsed: telephony.outlivesProcess, parts, changes, phones: await countPhones(tx), now: clock[0]!.now };
  });
