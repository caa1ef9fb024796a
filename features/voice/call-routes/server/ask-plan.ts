import { sql } from 'kysely';
import { agentRows } from '#features/team/agents/server/index.ts';
import { nameHasWords } from '#platform/server/db/search-words.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { failures, Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { PlanAnswer, routesApi } from '../contract.ts';
import type { AskedPlan, OpenCallPlans } from './open-call-plans.ts';

/** Answers what would become of a call; by the function that decides about calls, and without placing one. */
export function askPlanHandlers(
  { db, clock, texts }: Pick<World, 'db' | 'clock' | 'texts'>,
  plans: OpenCallPlans,
): Handlers<Pick<typeof routesApi, 'askPlan' | 'planPeople'>> {
  return {
    async askPlan(caller, { userId, number, countryCode = '', routerId, shown, at, purpose }) {
      const asked = await plans.ask(caller.tenantId, userId, {
        purpose,
        to: number.replace(/[\s().-]/g, ''),
        countryCode,
        routerId,
        shown: shown.replace(/^\+/, ''),
        nowMs: at === undefined ? clock.nowMs() : fromWireTime(at),
      });
      if (!asked) throw new Failure('notFound');
      return shownPlan(asked, (key) => texts.say(caller.language, key));
    },
    planPeople: (caller, { keyword }) =>
      db.tenant(caller, async (tx) => {
        const { rows } = await sql<{ userId: number; name: string; sipNum: string }>`
          select a.user_id "userId", m.nick_name name, a.sip_num "sipNum" from ${agentRows} a join member m on m.user_id = a.user_id and m.enabled
          where a.enabled and ${nameHasWords(sql`m.nick_name`, keyword)} order by m.nick_name, a.user_id limit ${PEOPLE_MOST}`.execute(
          tx.as(),
        );
        return rows;
      }),
  };
}
const PEOPLE_MOST = 50;

function shownPlan(asked: AskedPlan, textOf: (key: string) => string): PlanAnswer {
  const { way, dialled, facts, limits, trunks, country, number, currency } = asked;
  const routerName = (id: number | null | undefined): string => facts.routers.find((one) => one.id === id)?.name ?? '';
  const trunkName = (id: number | undefined): string =>
    id === undefined ? '' : (trunks.find((one) => one.id === id)?.name ?? '');
  const refused = way && 'refused' in way ? way : null;
  const goes = way && !('refused' in way) ? way : null;
  return {
    kind: refused ? 'refused' : goes ? 'outbound' : 'internal',
    refusal: refused && {
      code: failures[refused.refused].code,
      name: refused.refused,
      text: textOf(failures[refused.refused].key),
      detail: refused.detail,
    },
    number: number === '' ? null : number,
    countryIso2: country,
    isEmergency: dialled.is === 'emergency',
    colleague: goes || refused ? null : (facts.colleague?.name ?? null),
    route: goes && {
      routerId: goes.viaRouterId ?? 0,
      routerName: routerName(goes.viaRouterId),
    },
    trunks: (goes?.trunks ?? []).map(({ id, name, perMinute }) => ({
      trunkId: id,
      trunkName: trunkName(id),
      carrier: name,
      perMinute,
    })),
    shown: goes?.displayNumber ?? null,
    limits: limits.map(({ kind, scope, groupId, max, used }) => ({ kind, scope, groupId, max, used })),
    perMinute: goes?.perMinute ?? null,
    currency,
    emergencyAddress: goes?.emergencyAddress ?? null,
    steps: (way?.steps ?? asked.steps).map((step) => ({
      rule: step.rule,
      outcome: step.outcome,
      detail: step.detail,
      routerId: step.routerId ?? null,
      routerName: routerName(step.routerId),
      trunkId: step.trunkId ?? null,
      trunkName: trunkName(step.trunkId),
      number: step.number ?? '',
      used: step.used ?? null,
      max: step.max ?? null,
    })),
  };
}
