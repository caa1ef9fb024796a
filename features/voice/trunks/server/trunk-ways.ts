import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';

/** By what the edge of an exchange outside this process knows a trunk when its carrier calls. */
export interface TrunkWay {
  /** The word calls name it by. */
  line: string;
  /** Whose it is; null: the installation's own. */
  tenantId: number | null;
  /** Addresses and networks its carrier sends from. */
  sources: readonly string[];
  /** Of the installation's own: the tenants that have it; null: all. */
  lentTo?: readonly number[] | null;
}

export interface TrunkWays {
  /** Answers what the line registers as, always the same. */
  keep(way: TrunkWay): Promise<string>;
  drop(line: string): Promise<void>;
}

const TOKEN_BYTES = 9;
const WHY = 'the edge of the exchange knows no tenant before it';

export const openTrunkWays = (db: Db): TrunkWays => ({
  keep: ({ line, tenantId, sources, lentTo = null }) =>
    db.everyTenant(WHY, async (tx) => {
      const networks = [...new Set(sources.filter(isNetwork))];
      const made = `c${randomBytes(TOKEN_BYTES).toString('hex')}`;
      const { rows } = await sql<{ token: string }>`
        insert into edge.trunk_way (line, tenant_id, token, since, lent_to) values (${line}, ${tenantId}, ${made}, now(), ${lentTo && [...lentTo]}::bigint[])
        on conflict (line) do update set tenant_id = excluded.tenant_id, lent_to = excluded.lent_to returning token`.execute(
        tx.as(),
      );
      await sql`delete from edge.trunk_source where line = ${line} and network <> all (${networks}::inet[])`.execute(
        tx.as(),
      );
      await sql`
        insert into edge.trunk_source (line, network) select ${line}, unnest(${networks}::inet[])
        on conflict do nothing`.execute(tx.as());
      return rows[0]!.token;
    }),
  async drop(line) {
    await db.everyTenant(WHY, (tx) => sql`delete from edge.trunk_way where line = ${line}`.execute(tx.as()));
  },
});

const isNetwork = (text: string): boolean => {
  const [address = '', bits] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return isIP(address) > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
};
