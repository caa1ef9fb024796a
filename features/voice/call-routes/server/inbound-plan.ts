import { sql } from 'kysely';
import { bringsForItsTrunksAlone, isSipCarrier } from '#core/trunk/carrier-words.ts';
import { atThisHour } from '#core/call/closed-hours.ts';
import { countryOf } from '#core/call/number-country.ts';
import { closedNow } from '#features/voice/business-hours/server/index.ts';
import { chargesOf, type CallMoney } from '#core/money/call-money.ts';
import { callMoney, takeHolds, turnedAway, type ChargedKind } from '#features/money/charges/server/index.ts';
import { callSettingNames, obeyed, settingsFrom } from '#features/voice/call-settings/server/index.ts';
import { calledNumber, groupsIn, ownGoal, type CalledDid } from '#features/voice/did-numbers/server/index.ts';
import { publishedFlow } from '#features/flows/flows/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { isActive } from '#platform/server/tenant-state.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { isBlacklisted } from './blacklist-check.ts';
import { isBroughtRightly } from './inbound-routes.ts';
import type { CallPlans, CallSettings, InboundPlan } from './call-plans.ts';
import { routesRepo } from './routes.repo.ts';
import { carriersInUse } from './trunks-of-carrier.ts';
import { realCarriers, type Allocate, type PlanParts } from './plan-parts.ts';

/** Where somebody outside who calls one of our numbers goes. */
export async function planInbound(
  { db, clock, catalogue, allocate, exchange }: PlanParts,
  { line, did, from, forCall }: Parameters<CallPlans['inbound']>[0],
): ReturnType<CallPlans['inbound']> {
  const called = await calledNumber(db, did.replace(/\D/g, ''));
  if (!called) return { refused: 'cannotCallNumber' };
  const caller = from.replace(/\D/g, '').slice(0, 20);
  return db.tenant({ tenantId: called.tenantId }, async (tx): Promise<Awaited<ReturnType<CallPlans['inbound']>>> => {
    if (!(await isActive(tx))) return { refused: 'cannotCallNumber' };
    const [isRight, isListed] = await Promise.all([
      isBroughtRightly(tx, { carrier: line, number: called.number, nowMs: clock.nowMs() }),
      caller !== '' && isBlacklisted(catalogue.blacklist, tx, caller, 'inbound'),
    ]);
    // Over a line somebody described only they are called, whatever number is asked for.
    if (bringsForItsTrunksAlone(line) && !(await carriersInUse(tx)).includes(line))
      return { refused: 'cannotCallNumber' };
    // One that is lent no more brings nothing either, whatever trunk is left of it.
    if (bringsForItsTrunksAlone(line) && !isSipCarrier(line) && !realCarriers(exchange, called.tenantId).includes(line))
      return { refused: 'cannotCallNumber' };
    if (!isRight) return { refused: 'noTrunk' };
    if (isListed)
      return {
        refused: 'numberBlacklisted',
        called: { tenantId: called.tenantId, didNumberId: called.id, did: called.number, from: caller },
      };
    const goal = (await allocated(tx, allocate, called, caller, clock.nowMs())) ?? (await goalOf(tx, called));
    if (!goal) return { refused: 'boundNumberError' };
    const to = atThisHour(goal, await closedNow(tx, { numberId: called.id, nowMs: clock.nowMs() }));
    const { settings, money } = await settingsAndMoney(tx, called.number, to.kind === 'flow', clock.nowMs());
    const language = called.language ?? settings.language;
    const charges = chargesOf(money, [{ id: 0, isOwn: isSipCarrier(line) }]);
    const held = 'refused' in charges ? null : await takeHolds(tx, charges, forCall, clock.nowMs());
    if (!held) {
      await turnedAway(tx, clock.nowMs());
      return {
        refused: 'dialerOverdue',
        detail: 'refused' in charges ? charges.refused : 'balance',
        called: { tenantId: called.tenantId, didNumberId: called.id, did: called.number, from: caller },
      };
    }
    return {
      kind: 'inbound',
      tenantId: called.tenantId,
      didNumberId: called.id,
      did: called.number,
      from: caller,
      fromCountry: countryOf(caller),
      language,
      to,
      settings: { ...settings, language },
      ...held,
    };
  });
}

/** One question for both: a caller waits for the answer. A line costs by the number that is called. */
async function settingsAndMoney(
  tx: TenantTx,
  did: string,
  byFlow: boolean,
  nowMs: number,
): Promise<{ settings: CallSettings; money: CallMoney | null }> {
  const kind: ChargedKind = 'inbound';
  const money = callMoney(sql`${kind}`, sql`${countryOf(did)}`, sql`${did}`, sql`${new Date(nowMs)}`, sql`${byFlow}`);
  const { rows } = await sql<{ money: CallMoney | null; settings: Record<string, string> | null; language: string }>`
    select ${money} money, default_language language, (select json_object_agg(name, value) from tenant_setting where name = any(${callSettingNames})) settings
    from tenant`.execute(tx.as());
  const { settings, language, ...found } = rows[0]!;
  return { ...found, settings: obeyed(settingsFrom(new Map(Object.entries(settings ?? {}))), language) };
}

/** Where a rule sends this caller; null where none does. */
async function allocated(
  tx: TenantTx,
  allocate: Allocate,
  { id, groupId }: CalledDid,
  from: string,
  nowMs: number,
): Promise<InboundPlan['to'] | null> {
  const goal = await allocate(tx, { didNumberId: id, from, nowMs });
  if (goal?.kind === 'flow') return { kind: 'flow', flowId: goal.flowId, fallbackGroupId: groupId };
  if (goal?.kind === 'agent') return { kind: 'person', userId: goal.userId, fallbackGroupId: groupId };
  return goal?.kind === 'group' && (await routesRepo(tx).hasGroup(goal.groupId))
    ? { kind: 'group', groupId: goal.groupId }
    : null;
}

/** Where callers of a number go; null when it leads nowhere. Groups that are gone are none. */
async function goalOf(
  tx: TenantTx,
  { inboundConfig, groupId, menu, flowId }: CalledDid,
): Promise<InboundPlan['to'] | null> {
  const isFlowPublished =
    inboundConfig !== InboundConfig.agentGroup && flowId !== null && Boolean(await publishedFlow(tx, flowId));
  const groupIds = new Set<number>();
  for (const id of menu ? groupsIn(menu) : []) if (await routesRepo(tx).hasGroup(id)) groupIds.add(id);
  return ownGoal({ inboundConfig, groupId, menu, flowId }, { isFlowPublished, groupIds });
}
