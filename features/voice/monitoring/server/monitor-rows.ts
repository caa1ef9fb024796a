import type { Call, Party } from '#core/call/call.ts';
import { absentAgent } from '#core/agent-status/agent-machine.ts';
import { doingOf } from '../core/status-counts.ts';
import type { GroupDay } from '#core/figures/service-level.ts';
import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { lineNow, type TenantDesk } from '#features/team/agent-groups/server/index.ts';
import { agentNow, type BoardAgent } from '#features/team/agent-status/server/index.ts';
import type { LiveNow } from '#features/voice/calls/server/index.ts';
import { callStates, type MonitorAgent, type MonitorCall, type MonitorGroup } from '../contract.ts';
import type { DayOfGroups } from './monitor-facts.ts';
import type { ChatDay, ChatsInLine, SeatedPerson } from './monitor.repo.ts';

const nobody = -1;

/** Rows of agents as they were made last, and what each was made of. */
export interface KeptAgentRows {
  made: Map<number, { person: SeatedPerson; live: BoardAgent | undefined; row: MonitorAgent }>;
  rows: MonitorAgent[];
}

export const noAgentRows = (): KeptAgentRows => ({ made: new Map(), rows: [] });

/**
 * Everybody with a seat, by name: the phone as the board has it, the rest as it is stored. Those of whom nothing changed keep their
 * row, and where nobody changed the list is the same.
 */
export function agentRows(
  people: readonly SeatedPerson[],
  onBoard: readonly BoardAgent[],
  kept: KeptAgentRows,
): MonitorAgent[] {
  const board = new Map(onBoard.map((agent) => [agent.userId, agent]));
  const { made } = kept;
  const rows = people.map((person) => {
    const live = board.get(person.userId);
    const before = made.get(person.userId);
    if (before?.person === person && before.live === live) return before.row;
    const row = agentRow(person, live);
    made.set(person.userId, { person, live, row });
    return row;
  });
  if (rows.length === kept.rows.length && rows.every((row, place) => row === kept.rows[place])) return kept.rows;
  kept.rows = rows;
  if (made.size > people.length) {
    const here = new Set(people.map(({ userId }) => userId));
    for (const userId of made.keys()) if (!here.has(userId)) made.delete(userId);
  }
  return rows;
}

function agentRow(
  {
    userId,
    name,
    groups,
    sipNumber,
    agentType,
    lastStatusAt,
    hasText,
    textOnline,
    textSince,
    load,
    capacity,
  }: SeatedPerson,
  live: BoardAgent | undefined,
): MonitorAgent {
  const absent = (sipNum: string) => ({
    ...voiceOf({
      ...absentAgent(agentType, 0),
      tenantId: nobody,
      userId,
      name,
      sipNum,
      whyNotRoutable: 'offline',
    }),
    since: lastStatusAt,
  });
  return {
    userId,
    name: live?.name ?? name,
    groups,
    voice: sipNumber === null ? null : live ? voiceOf(live) : absent(sipNumber),
    text: hasText ? { online: textOnline, since: textSince, load, capacity } : null,
  };
}

function voiceOf(agent: BoardAgent): NonNullable<MonitorAgent['voice']> {
  const { userId: _person, name: _name, eventId: _event, ...voice } = agentNow(agent, 0);
  return voice;
}

const noCalls: GroupDay = { answered: 0, kept: 0, lost: 0 };
const noChats: ChatsInLine & ChatDay = { chats: 0, chatsOldestAt: null, chatsAnswered: 0, chatsLost: 0 };

/** The groups that are in use, by number. */
export function groupRows(
  desk: Pick<TenantDesk, 'groups' | 'line'>,
  agents: readonly MonitorAgent[],
  chats: ReadonlyMap<number, ChatsInLine>,
  day: DayOfGroups,
): MonitorGroup[] {
  const routing = desk.line.now();
  const inUse = [...desk.groups().values()].filter(({ enabled }) => enabled).sort((a, b) => a.groupNo - b.groupNo);
  const counts = new Map(inUse.map(({ id }) => [id, { signedIn: 0, free: 0, talking: 0 }]));
  for (const { voice, groups } of agents) {
    const doing = voice ? doingOf(voice) : 'offline';
    if (doing === 'offline') continue;
    for (const id of groups) {
      const group = counts.get(id);
      if (!group) continue;
      group.signedIn += 1;
      if (doing === 'free' || doing === 'talking') group[doing] += 1;
    }
  }
  return inUse.map(({ id, name, groupNo, serviceLevelSec }) => {
    const { waiting, callbacks, oldestCallerAt } = lineNow(routing, id);
    return {
      id,
      name,
      groupNo,
      waiting: waiting - callbacks,
      callbacks,
      oldestAt: oldestCallerAt,
      ...counts.get(id)!,
      ...noChats,
      ...chats.get(id),
      ...day.chats.get(id),
      ...(day.calls.get(id) ?? noCalls),
      serviceLevelSec,
    };
  });
}

/** Calls that go on, the oldest first. */
export const callRows = (
  calls: readonly LiveNow[],
  names: ReadonlyMap<string, string>,
  needsMasking: boolean,
): MonitorCall[] =>
  calls.flatMap(
    ({ call, mos }) => callRow(call, mos, names.get(call.id) ?? call.facts.visitor?.name ?? '', needsMasking) ?? [],
  );

function callRow(call: Call, mos: number | null, name: string, needsMasking: boolean): MonitorCall | null {
  const { id, direction, at, facts, groupId, answeredMs, hold, queue, parties, campaign } = call;
  const state = callStates.find((one) => one === at);
  // What a dialler rings for nobody yet stands on the board of its task.
  if (!state || (campaign && at === 'dialing')) return null;
  const { customerNumber, customerCountry, ourNumber, startedMs, visitor } = facts;
  return {
    callId: id,
    direction,
    state,
    customerCountry,
    ourNumber,
    startedMs,
    answeredMs,
    mos,
    // A colleague's own number is no secret.
    customerNumber: needsMasking && direction !== 'internal' ? maskPhone(customerNumber) : customerNumber,
    customerName: needsMasking ? maskName(name) : name,
    fromChat: visitor !== null,
    groupId: queue?.groupId ?? groupId,
    held: hold !== null,
    agents: parties.flatMap((party) => agentOf(party) ?? []),
    supervisors: parties.flatMap(({ role, who, mode }) =>
      role === 'supervisor' && who.kind === 'agent'
        ? [{ userId: who.userId, name: who.name, mode: mode ?? ('listen' as const) }]
        : [],
    ),
  };
}

function agentOf({ role, who, at }: Party): MonitorCall['agents'][number] | null {
  if (who.kind !== 'agent' || role === 'supervisor' || role === 'leaving') return null;
  return { userId: who.userId, name: who.name, at: at === 'ringing' ? 'ringing' : 'talking' };
}
