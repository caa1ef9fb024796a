import type { TenantDesk } from '#features/team/agent-groups/server/index.ts';
import type { World } from '#platform/server/world.ts';
import { readFacts, type TenantFacts } from './monitor-facts.ts';
import type { BoardReader, Rows, Watched } from './monitor-board.ts';
import { agentRows, callRows, groupRows, noAgentRows, type KeptAgentRows } from './monitor-rows.ts';

const noDays = { calls: new Map(), chats: new Map() };

/** How everything stands for those who read in this zone, with or without stars. What of `kept` still holds is taken from there. */
export function rowsOf(
  { board, desk }: Watched,
  tenantId: number,
  line: TenantDesk,
  facts: TenantFacts,
  { zone, needsMasking }: Pick<BoardReader, 'zone' | 'needsMasking'>,
  kept: KeptAgentRows = noAgentRows(),
): Rows {
  const agents = agentRows(facts.people, board.ofTenant(tenantId), kept);
  return {
    agents,
    groups: groupRows(line, agents, facts.chats, facts.days.get(zone) ?? noDays),
    calls: callRows(desk.ofTenant(tenantId), facts.names, needsMasking),
    wall: facts.wall,
  };
}

/** What only the database knows. */
export const factsOf = (
  world: Pick<World, 'db' | 'clock' | 'log'>,
  { desk }: Watched,
  tenantId: number,
  zones: Iterable<string>,
): Promise<TenantFacts> =>
  readFacts(
    world,
    tenantId,
    zones,
    desk.ofTenant(tenantId).map(({ call }) => call.id),
  );
