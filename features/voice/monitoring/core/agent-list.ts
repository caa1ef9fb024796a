import { doingOf, type CountedAgent, type Doing } from './status-counts.ts';

/** As much of an agent as a list needs to be narrowed and sorted. */
export interface ListedAgent {
  userId: number;
  name: string;
  groups: readonly number[];
  voice:
    | (NonNullable<CountedAgent['voice']> & {
        sipNumber: string;
        since: string | null;
        call: { callId: string; at: 'ringing' | 'talking' } | null;
      })
    | null;
  text: { online: boolean; since: string | null; load: number; capacity: number } | null;
}

export const doings: readonly Doing[] = ['talking', 'ringing', 'wrapUp', 'free', 'away', 'offline'];

export interface AgentFilter {
  /** Part of a name or a phone's number. */
  word?: string;
  groupId?: number | null;
  doing?: Doing | null;
}

export const agentSorts = ['name', 'doing', 'since'] as const;
export interface AgentOrder {
  by: (typeof agentSorts)[number];
  desc: boolean;
}

/** What an agent is doing: by phone where they have one, else in writing. */
export function doingOfAgent({ voice, text }: Pick<ListedAgent, 'voice' | 'text'>): Doing {
  if (voice) return doingOf(voice);
  if (!text?.online) return 'offline';
  return text.load < text.capacity ? 'free' : 'away';
}

/** The doings that say more than the status somebody chose. */
export const busyDoings = ['talking', 'ringing', 'wrapUp'] as const satisfies readonly Doing[];

/** Talking, being rung or at work after a call; null where the status says what somebody does. */
export function busyOf(voice: NonNullable<CountedAgent['voice']>): (typeof busyDoings)[number] | null {
  const doing = doingOf(voice);
  return busyDoings.find((one) => one === doing) ?? null;
}

/** Since when. */
export const sinceOf = ({ voice, text }: Pick<ListedAgent, 'voice' | 'text'>): string | null =>
  voice ? voice.since : (text?.since ?? null);

/** The agents a reader wants to see, in their order. Those who are the same stand by name. */
export function listAgents<Agent extends ListedAgent>(
  agents: Iterable<Agent>,
  { word = '', groupId = null, doing = null }: AgentFilter,
  { by, desc }: AgentOrder,
): Agent[] {
  const wanted = word.trim().toLocaleLowerCase();
  const shown = [...agents].filter(
    (agent) =>
      (wanted === '' ||
        agent.name.toLocaleLowerCase().includes(wanted) ||
        (agent.voice?.sipNumber.includes(wanted) ?? false)) &&
      (groupId === null || agent.groups.includes(groupId)) &&
      (doing === null || doingOfAgent(agent) === doing),
  );
  const way = desc ? -1 : 1;
  return shown.sort((a, b) => way * compare(a, b, by) || a.name.localeCompare(b.name) || a.userId - b.userId);
}

function compare(a: ListedAgent, b: ListedAgent, by: AgentOrder['by']): number {
  if (by === 'name') return a.name.localeCompare(b.name);
  if (by === 'doing') return doings.indexOf(doingOfAgent(a)) - doings.indexOf(doingOfAgent(b));
  // The longest first; who never worked comes last.
  return (sinceOf(a) ?? '9').localeCompare(sinceOf(b) ?? '9');
}
