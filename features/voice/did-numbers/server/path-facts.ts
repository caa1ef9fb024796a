import { sql } from 'kysely';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { groupMembers, groupRows } from '#features/team/agent-groups/server/index.ts';
import { closedNow } from '#features/voice/business-hours/server/index.ts';
import type { NumberRules } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import type { DidNumber } from '../contract.ts';
import type { PathFacts } from '../core/caller-path.ts';
import { ownGoal } from '../core/own-goal.ts';

/** So many digits are somebody's whole number. */
const WHOLE_NUMBER = 7;

interface NamedGroup {
  id: number;
  name: string;
  enabled: boolean;
  members: number;
}

/** What the way of a number's callers is followed with. */
export async function readPathFacts(
  tx: TenantTx,
  number: DidNumber,
  { rules, nowMs, needsMasking }: { rules: readonly NumberRules[]; nowMs: number; needsMasking: boolean },
): Promise<PathFacts> {
  const groups = new Map((await allGroups(tx)).map((group) => [group.id, group]));
  const flows = new Map((await publishedFlows(tx)).map(({ id, name }) => [id, name]));
  const found = (await Promise.all(rules.map((read) => read(tx, { didNumberId: number.id, nowMs })))).flat();
  const isFlowPublished = number.flowId !== null && flows.has(number.flowId);
  return {
    enabled: number.enabled,
    own: ownGoal(number, { isFlowPublished, groupIds: new Set(groups.keys()) }),
    groupId: number.groupId,
    flowGone:
      number.inboundConfig === InboundConfig.ivr && number.flowId !== null && !isFlowPublished ? number.flowName : null,
    rules: found.map((rule) => ({ ...rule, callerPrefix: shownPrefix(rule.callerPrefix, needsMasking) })),
    closed: await closedNow(tx, { numberId: number.id, nowMs }),
    group: (id) => groups.get(id) ?? null,
    flowName: (id) => flows.get(id) ?? '',
  };
}

const shownPrefix = (prefix: string, needsMasking: boolean): string =>
  needsMasking && prefix.length >= WHOLE_NUMBER ? maskPhone(prefix) : prefix;

const allGroups = async (tx: TenantTx): Promise<NamedGroup[]> =>
  (
    await sql<NamedGroup>`
      select g.id, g.name, g.enabled, (select count(*) from ${groupMembers} m where m.group_id = g.id) members from ${groupRows} g`.execute(
      tx.as(),
    )
  ).rows;

const publishedFlows = async (tx: TenantTx): Promise<{ id: number; name: string }[]> =>
  (
    await sql<{
      id: number;
      name: string;
    }>`select id, name from flow where published_version is not null`.execute(tx.as())
  ).rows;
