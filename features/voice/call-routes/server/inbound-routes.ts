import { sql } from 'kysely';
import { mayBring, type InboundRoute } from '#core/call/bringing-trunk.ts';
import { countryOf } from '#core/call/number-country.ts';
import { calendarRows } from '#features/voice/business-hours/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { RouteType } from '#shared/codes/route-type.ts';

/** Whether this carrier may bring a call for one of our numbers. */
export async function isBroughtRightly(
  tx: TenantTx,
  { carrier, number, nowMs }: { carrier: string; number: string; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql<InboundRoute>`
    select r.type, r.enabled, r.countries,
      case when c.id is not null then json_build_object('timeZone', c.time_zone, 'weekly', c.weekly, 'holidays', c.holidays)
        when r.weekly is not null then json_build_object('timeZone', r.time_zone, 'weekly', r.weekly, 'holidays', '[]'::jsonb) end hours,
      array(select t.carrier from router_trunk rt join trunk t on t.id = rt.trunk_id where rt.router_id = r.id and t.enabled) carriers,
      case when exists (select from router_number p where p.router_id = r.id)
        then array(select d.number from router_number p join did_number d on d.id = p.did_number_id where p.router_id = r.id and d.number = ${number}) end numbers
    from router r left join ${calendarRows} c on c.id = r.calendar_id where r.enabled and r.type = ${RouteType.inbound}`.execute(
    tx.as(),
  );
  return mayBring(rows, { carrier, number, country: countryOf(number), nowMs });
}
