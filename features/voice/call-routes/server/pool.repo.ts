import { sql } from 'kysely';
import { countryOf } from '#core/call/number-country.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { NumberChoice, NumberPool, NumberRef, PoolNumber } from '../contract.ts';
import { ofPlace, restsUntil, shownOn, tenantDay } from './shown-numbers.ts';

interface PoolRow extends Omit<PoolNumber, 'lastShownAt' | 'restsUntil'> {
  lastShownMs: number | null;
  restsUntilMs: number | null;
}

const choice = sql`n.kind, n.id, n.number, n.remark, coalesce(n.country_iso2, '') "countryIso2", n.router_id "routerId"`;

/** Which numbers routes of one tenant show. */
export function poolRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const moment = (ms: number | null): string | null => (ms === null ? null : toWireTime(ms));
  return {
    async find(routerId: number, nowMs: number): Promise<(NumberPool & { name: string }) | null> {
      const found = await sql<Omit<NumberPool, 'numbers'> & { name: string }>`
        select id "routerId", name, version, number_strategy strategy, rest_after "restAfter", rest_minutes "restMinutes" from router where id = ${routerId}`.execute(
        rows,
      );
      const pool = found.rows[0];
      if (!pool) return null;
      const now = new Date(nowMs);
      const { rows: numbers } = await sql<PoolRow>`
        select ${choice}, ${shownOn(tenantDay(now))} "shownToday", p.unanswered,
          (extract(epoch from p.last_shown_at) * 1000)::float8 "lastShownMs",
          (extract(epoch from case when ${restsUntil} > ${now} then ${restsUntil} end) * 1000)::float8 "restsUntilMs"
        from router_number p join router r on r.id = p.router_id ${ofPlace}
        where p.router_id = ${routerId} order by p.position`.execute(rows);
      return {
        ...pool,
        numbers: numbers.map(({ lastShownMs, restsUntilMs, ...row }) => ({
          ...row,
          lastShownAt: moment(lastShownMs),
          restsUntil: moment(restsUntilMs),
        })),
      };
    },
    async choices(most: number): Promise<NumberChoice[]> {
      const found =
        await sql<NumberChoice>`select ${choice} from showable_number n order by n.number collate "C" limit ${most}`.execute(
          rows,
        );
      return found.rows;
    },
    /** Of these, the numbers that are ours; with a route, only those that may be bound to it. */
    async ours(refs: readonly NumberRef[], routerId: number | null): Promise<ShowableNumber[]> {
      const found = await sql<ShowableNumber>`
        select n.kind, n.id, n.number from showable_number n where (n.router_id is null or ${routerId}::bigint is null or n.router_id = ${routerId}::bigint)
          and case n.kind when 'did' then n.id = any(${idsOf(refs, 'did')}::bigint[]) else n.id = any(${idsOf(refs, 'external')}::bigint[]) end`.execute(
        rows,
      );
      return found.rows;
    },
    /** Numbers that stay keep what is known of them. False where somebody changed the route meanwhile. */
    async set(
      routerId: number,
      version: number,
      { strategy, restAfter, restMinutes }: Pick<NumberPool, 'strategy' | 'restAfter' | 'restMinutes'>,
      numbers: readonly ShowableNumber[],
    ): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update router set number_strategy = ${strategy}, rest_after = ${restAfter}, rest_minutes = ${restMinutes}, version = version + 1
        where id = ${routerId} and version = ${version}`.execute(rows);
      if (numAffectedRows !== 1n) return false;
      await sql`
        delete from router_number where router_id = ${routerId}
          and not coalesce(did_number_id = any(${idsOf(numbers, 'did')}::bigint[]), external_number_id = any(${idsOf(numbers, 'external')}::bigint[]))`.execute(
        rows,
      );
      const places = numbers.map(({ kind, id, number }, position) => ({
        position,
        did: kind === 'did' ? id : null,
        external: kind === 'external' ? id : null,
        number,
        country: countryOf(number),
      }));
      await sql`
        insert into router_number (router_id, position, did_number_id, external_number_id, number, country_iso2)
        select ${routerId}::bigint, n.position, n.did, n.external, n.number, n.country
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) n (position int, did bigint, external bigint, number text, country text)
        on conflict (tenant_id, router_id, did_number_id, external_number_id) do update set position = excluded.position`.execute(
        rows,
      );
      return true;
    },
  };
}

/** A number by which others know it. */
export interface ShowableNumber extends NumberRef {
  number: string;
}

export const idsOf = (refs: readonly NumberRef[], wanted: NumberRef['kind']): number[] =>
  refs.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
