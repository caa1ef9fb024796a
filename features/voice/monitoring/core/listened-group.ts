import { doingOfAgent, doings, type ListedAgent } from './agent-list.ts';

interface KnownCall {
  callId: string;
  groupId: number | null;
  state: string;
  startedMs: number;
  agents: readonly { userId: number; at: string }[];
}
interface KnownGroup {
  id: number;
  groupNo: number;
}

/** The group of a call somebody listens to: who works in it and who waits for it. */
export interface GroupOfCall<Agent, Call, Group> {
  group: Group;
  /** Whom I listen to first, then by what they do; who is not at work is left out. */
  agents: Agent[];
  /** Who waits longest first. */
  waiting: Call[];
}

/** A call without a group, as outgoing ones are, counts as one of the first group of whoever talks in it. Null where there is none. */
export function listenedGroup<Agent extends ListedAgent, Call extends KnownCall, Group extends KnownGroup>(
  callId: string,
  known: {
    calls: ReadonlyMap<number | string, Call>;
    agents: ReadonlyMap<number | string, Agent>;
    groups: ReadonlyMap<number | string, Group>;
  },
): GroupOfCall<Agent, Call, Group> | null {
  const call = known.calls.get(callId);
  const talking = call?.agents.find(({ at }) => at === 'talking')?.userId ?? null;
  const theirs = talking === null ? [] : (known.agents.get(talking)?.groups ?? []);
  const group =
    known.groups.get(call?.groupId ?? Number.NaN) ??
    theirs.flatMap((id) => known.groups.get(id) ?? []).toSorted((a, b) => a.groupNo - b.groupNo)[0];
  if (!group) return null;
  const rank = (agent: Agent): number => (agent.userId === talking ? -1 : doings.indexOf(doingOfAgent(agent)));
  return {
    group,
    agents: [...known.agents.values()]
      .filter(
        (agent) => agent.userId === talking || (agent.groups.includes(group.id) && doingOfAgent(agent) !== 'offline'),
      )
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)),
    waiting: [...known.calls.values()]
      .filter(({ state, groupId }) => state === 'queued' && groupId === group.id)
      .sort((a, b) => a.startedMs - b.startedMs),
  };
}
