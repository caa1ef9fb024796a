import type { AgentBoard, BoardAgent } from '#features/team/agent-status/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { Agent } from '../core/routing.ts';
import { groupsRepo, lineGroup, type GroupRow } from './groups.repo.ts';
import { membersRepo, type Serving } from './members.repo.ts';
import type { TenantGroups } from './tenant-groups.ts';
import type { GroupLineEvent, TenantLine } from './tenant-line.ts';

interface TenantGroupsParts {
  db: Db;
  tenantId: number;
  board: AgentBoard;
  line: TenantLine;
  /** Groups or members are others. */
  changed(): void;
}

export function openTenantGroups({ db, tenantId, board, line, changed }: TenantGroupsParts): TenantGroups {
  let groups = new Map<number, GroupRow>();
  let serving = new Map<number, Serving>();
  let reading = Promise.resolve();

  /** Somebody on the board as the line sees them. */
  function lineAgent({ userId, status, idleSinceMs, whyNotRoutable }: BoardAgent): Agent {
    const { groups: served = [], skills = {} } = serving.get(userId) ?? {};
    return {
      userId,
      routable: whyNotRoutable === null,
      signedIn: status !== AgentStatus.offline,
      idleSinceMs,
      groups: served,
      skills,
      capacity: 1,
      busy: 0,
    };
  }

  const read = () =>
    db.tenant({ tenantId }, async (tx) => ({
      rows: await groupsRepo(tx).all(),
      people: await membersRepo(tx).serving(),
    }));

  async function takeOver(): Promise<void> {
    const { rows, people } = await read();
    const before = groups;
    const servedBefore = JSON.stringify([...serving.values()]);
    groups = new Map(rows.map((row) => [row.id, row]));
    serving = new Map(people.map((one) => [one.userId, one]));
    const altered = rows
      .filter((row) => JSON.stringify(before.get(row.id)) !== JSON.stringify(row))
      .map((row): GroupLineEvent => ({ type: 'groupChanged', group: lineGroup(row) }));
    const removed = [...before.keys()]
      .filter((id) => !groups.has(id))
      .map((groupId): GroupLineEvent => ({ type: 'groupRemoved', groupId }));
    // The board has the last word: an agent is read when their turn comes, not before.
    const agents = board.ofTenant(tenantId).map(({ userId }) => agentEvent(userId));
    await Promise.all([...altered, ...removed, ...agents].map((event) => line.send(event)));
    if (altered.length + removed.length > 0 || JSON.stringify(people) !== servedBefore) changed();
  }

  const agentEvent = (userId: number) => (): GroupLineEvent | null => {
    const agent = board.agent(userId, tenantId);
    return agent && { type: 'agentChanged', agent: lineAgent(agent) };
  };

  return {
    groups: () => groups,
    serving: () => serving,
    refresh() {
      reading = reading.catch(() => {}).then(takeOver);
      return reading;
    },
    agentEvent,
  };
}
