import { dayOf, nextDay, startOfDay } from '#core/calendar/day-range.ts';
import type { NetworkWord } from '#core/telephony/network-word.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { BookEntry } from './book-entries.ts';
import type { CallEnd, CallLifeEvent, NewCallRecord, StoredQuality } from './call-book.ts';
import { demoCustomers, demoRemarks, type DemoCustomer } from './demo-customers.ts';

/** What the demo of other capabilities has made: who has a phone, which groups and numbers there are. */
export interface DemoPhones {
  agents: readonly { userId: number; sipNum: string }[];
  groups: readonly number[];
  numbers: readonly { id: number; number: string; groupId: number | null }[];
  node: string;
}

export interface DemoCall {
  callId: string;
  customer: DemoCustomer | null;
  remark: string;
  talked: boolean;
  userId: number | null;
  startedMs: number;
  entries: BookEntry[];
}

const DAYS = 30;
/** Calls by the hour, from midnight: a morning peak, a quiet lunch, a smaller peak after it. */
const HOURS = [0, 0, 0, 0, 0, 0, 0, 1, 4, 9, 12, 12, 9, 6, 8, 10, 9, 7, 4, 1, 0, 0, 0, 0];
/** From Sunday on. */
const WEEKDAYS = [0.12, 1.15, 1, 0.95, 1, 1.05, 0.35];
const MINUTE_MS = 60_000;

type Life = (CallLifeEvent extends infer E ? (E extends { atMs: number } ? Omit<E, 'atMs'> : never) : never) & {
  sec: number;
};

/** A month of calls: shaped by weekday and hour, no agent in two at once. */
export function demoCalls(
  tenant: Pick<DemoTenant, 'tenantId' | 'name' | 'timeZone' | 'nowMs' | 'chance'>,
  phones: DemoPhones,
  wanted: number,
): DemoCall[] {
  const { chance } = tenant;
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  const customers = demoCustomers(tenant.name);
  const busyUntil = new Map<number, number>();
  return momentsOf(tenant, wanted).map((startedMs, index) => {
    const free = phones.agents.filter(({ userId }) => (busyUntil.get(userId) ?? 0) < startedMs);
    const agent = free.length > 0 ? oneOf(free) : null;
    const customer = oneOf(customers);
    const number = oneOf(phones.numbers);
    const call: NewCallRecord = {
      tenantId: tenant.tenantId,
      callId: `demo-${tenant.tenantId}-${index + 1}`,
      node: phones.node,
      direction: 'inbound',
      startedMs,
      customerNumber: customer.number,
      customerCountry: customer.country,
      ourNumber: number.number,
      didNumberId: number.id,
      routerId: null,
      lineId: null,
      userId: null,
      sipNum: null,
      groupId: null,
      callbackOf: null,
      task: null,
    };
    const groupId = number.groupId ?? phones.groups[0] ?? null;
    const story =
      agent === null
        ? inbound(chance, groupId, null, [])
        : chance() < 0.58
          ? inbound(
              chance,
              groupId,
              agent,
              free.filter((one) => one !== agent),
            )
          : outbound(chance, agent);
    if (story.outgoing) Object.assign(call, { direction: 'outbound', userId: agent!.userId, sipNum: agent!.sipNum });
    else call.networkWord = networkWords[index % networkWords.length] ?? null;
    const endedMs = startedMs + story.endSec * 1_000;
    if (agent && story.end.outcome === 'talked') busyUntil.set(agent.userId, endedMs + 20_000);
    const talked = story.end.outcome === 'talked';
    const at = (sec: number) => startedMs + sec * 1_000;
    return {
      callId: call.callId,
      customer,
      talked,
      userId: talked ? agent!.userId : null,
      startedMs,
      remark: talked && chance() < 0.3 ? oneOf(demoRemarks) : '',
      entries: [
        { kind: 'open', call },
        ...story.life.map(({ sec, ...event }, place): BookEntry => ({
          kind: 'note',
          callId: call.callId,
          seq: at(sec) * 1_000 + place,
          event: { ...event, atMs: at(sec) } as CallLifeEvent,
        })),
        { kind: 'close', callId: call.callId, end: { sipStatus: null, refusal: null, ...story.end, endedMs } },
        ...(talked
          ? measured(quality(chance, endedMs, story.endSec), startedMs).map((one): BookEntry => ({
              kind: 'quality',
              callId: call.callId,
              quality: one,
            }))
          : []),
      ],
    };
  });
}

/** What carriers say of callers, where they say something; the number some dialled first is a story's too. */
const networkWords: readonly (NetworkWord | null)[] = [
  { attestation: 'A', divertedFrom: null },
  null,
  { attestation: 'A', divertedFrom: '12125550148' },
  { attestation: 'B', divertedFrom: null },
  null,
  { attestation: 'failed', divertedFrom: null },
  { attestation: 'C', divertedFrom: null },
  null,
];

interface Story {
  outgoing: boolean;
  life: Life[];
  endSec: number;
  end: Omit<CallEnd, 'endedMs' | 'sipStatus' | 'refusal'> & Partial<Pick<CallEnd, 'sipStatus' | 'refusal'>>;
}
type Agent = DemoPhones['agents'][number];

/** Short calls are common, long ones are not. */
const talkSec = (chance: () => number): number => Math.round(25 + 240 * -Math.log(1 - chance() * 0.95));

function inbound(chance: () => number, groupId: number | null, agent: Agent | null, others: readonly Agent[]): Story {
  const waited = Math.round(3 + chance() * chance() * 90);
  const line: Life[] =
    groupId === null ? [] : [{ type: 'queued', groupId, position: 1 + Math.floor(chance() * 4), sec: 1 }];
  const lot = chance();
  if (agent === null || lot < 0.11)
    return {
      outgoing: false,
      life: line,
      endSec: waited + 20,
      end: { outcome: 'abandoned', cause: 'cancelled', endedBy: 'customer' },
    };
  if (lot < 0.14)
    return {
      outgoing: false,
      life: [...line, { type: 'voicemailBegan', sec: waited }],
      endSec: waited + 24,
      end: { outcome: 'voicemail', cause: 'normal', endedBy: 'customer' },
    };
  if (lot < 0.16)
    return {
      outgoing: false,
      life: line,
      endSec: waited + 12,
      end: { outcome: 'callbackPromised', cause: 'normal', endedBy: 'customer' },
    };
  const reason = lot < 0.19 ? 'rejected' : lot < 0.2 ? 'deviceError' : 'missed';
  if (lot < 0.22)
    return {
      outgoing: false,
      life: [...line, rang(agent, waited), { type: 'agentMissed', userId: agent.userId, reason, sec: waited + 14 }],
      endSec: waited + 15,
      end: { outcome: reason, cause: 'noAnswer', endedBy: 'server' },
    };
  const first = lot < 0.28 ? others[0] : undefined;
  const before: Life[] = first
    ? [rang(first, waited), { type: 'agentMissed', userId: first.userId, reason: 'missed', sec: waited + 15 }]
    : [];
  const answered = waited + (first ? 15 : 0) + Math.round(2 + chance() * 6);
  const talk = talkSec(chance);
  const hold: Life[] =
    chance() < 0.15
      ? [
          { type: 'held', userId: agent.userId, sec: answered + Math.floor(talk / 3) },
          { type: 'resumed', userId: agent.userId, sec: answered + Math.floor(talk / 2) },
        ]
      : [];
  const survey: Life[] =
    chance() < 0.35 ? [{ type: 'surveyAnswered', score: chance() < 0.8 ? 5 : 3, sec: answered + talk }] : [];
  return {
    outgoing: false,
    life: [
      ...line,
      ...before,
      rang(agent, waited + (first ? 15 : 0)),
      { type: 'answered', userId: agent.userId, sec: answered },
      ...hold,
      ...survey,
    ],
    endSec: answered + talk,
    end: { outcome: 'talked', cause: 'normal', endedBy: chance() < 0.6 ? 'customer' : 'agent' },
  };
}

const rang = ({ userId, sipNum }: Agent, sec: number): Life => ({ type: 'agentRang', userId, sipNum, sec });

const failures: readonly [upTo: number, end: Story['end'], endSec: number][] = [
  [0.17, { outcome: 'noAnswer', cause: 'noAnswer', sipStatus: 480, endedBy: 'server' }, 35],
  [0.24, { outcome: 'busy', cause: 'busy', sipStatus: 486, endedBy: 'customer' }, 4],
  [0.29, { outcome: 'declined', cause: 'rejected', sipStatus: 603, endedBy: 'customer' }, 9],
  [0.32, { outcome: 'unreachable', cause: 'unreachable', sipStatus: 404, endedBy: 'server' }, 3],
  [0.35, { outcome: 'cancelled', cause: 'cancelled', sipStatus: 487, endedBy: 'agent' }, 12],
  [0.36, { outcome: 'refused', cause: 'refused', sipStatus: 614, refusal: 814, endedBy: 'server' }, 0],
];

function outbound(chance: () => number, agent: Agent): Story {
  const lot = chance();
  const failed = failures.find(([upTo]) => lot < upTo);
  if (failed)
    return {
      outgoing: true,
      life: failed[2] > 5 ? [{ type: 'customerRang', sec: 2 }] : [],
      endSec: failed[2],
      end: failed[1],
    };
  const answered = Math.round(5 + chance() * 18);
  return {
    outgoing: true,
    life: [
      { type: 'customerRang', sec: 2 },
      { type: 'answered', userId: agent.userId, sec: answered },
    ],
    endSec: answered + talkSec(chance),
    end: { outcome: 'talked', cause: 'normal', endedBy: chance() < 0.5 ? 'customer' : 'agent' },
  };
}

function quality(chance: () => number, atMs: number, seconds: number): StoredQuality {
  const packets = seconds * 50;
  const loss = chance() < 0.07 ? 0.05 + chance() * 0.08 : chance() * 0.01;
  return {
    party: 'customer',
    atMs,
    packetsReceived: Math.round(packets * (1 - loss)),
    packetsSent: packets,
    packetsLost: Math.round(packets * loss),
    jitterMs: Math.round(2 + chance() * 14),
    roundTripMs: Math.round(40 + chance() * 160),
    remoteLossFraction: Number((loss / 2).toFixed(3)),
    silentMs: 0,
  };
}

/** The same call on its way to the end, from both sides: now a little better, now a little worse. */
function measured(last: StoredQuality, startedMs: number): StoredQuality[] {
  const parts = [0.9, 1.5, 0.8, 2.1, 1.2, 1];
  const side = (party: StoredQuality['party'], weight: number): StoredQuality[] =>
    parts.map((rough, place) => {
      const share = (place + 1) / parts.length;
      const lost = Math.round(last.packetsLost * share * weight);
      return {
        ...last,
        party,
        atMs: Math.round(startedMs + (last.atMs - startedMs) * share),
        packetsReceived: Math.round(last.packetsReceived * share),
        packetsSent: Math.round(last.packetsSent * share),
        packetsLost: lost,
        jitterMs: Math.round(last.jitterMs * rough * weight),
        roundTripMs: Math.round((last.roundTripMs ?? 0) * rough),
        remoteLossFraction: Number(((last.remoteLossFraction ?? 0) * weight).toFixed(3)),
      };
    });
  return [...side('customer', 1), ...side('agent', 0.5)];
}

/** When calls began, the oldest first: a share of them today, so that the list of today is not empty. */
function momentsOf(
  { timeZone, nowMs, chance }: Pick<DemoTenant, 'timeZone' | 'nowMs' | 'chance'>,
  wanted: number,
): number[] {
  const days: { startMs: number; weight: number }[] = [];
  let day = dayOf(nowMs - DAYS * 24 * 60 * MINUTE_MS, timeZone);
  for (let n = 0; n < DAYS; n += 1, day = nextDay(day))
    days.push({ startMs: startOfDay(day, timeZone), weight: WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]! });
  const todayMs = startOfDay(dayOf(nowMs, timeZone), timeZone);
  const lastMs = nowMs - 15 * MINUTE_MS;
  const today = lastMs > todayMs ? Math.round(wanted / 25) : 0;
  const past = Array.from(
    { length: wanted - today },
    () =>
      weighted(chance, days, ({ weight }) => weight).startMs +
      (weighted(
        chance,
        HOURS.map((weight, hour) => ({ weight, hour })),
        ({ weight }) => weight,
      ).hour *
        60 +
        chance() * 60) *
        MINUTE_MS,
  );
  const fresh = Array.from({ length: today }, () => todayMs + chance() * (lastMs - todayMs));
  return [...past, ...fresh].map(Math.floor).sort((a, b) => a - b);
}

function weighted<T>(chance: () => number, list: readonly T[], weightOf: (one: T) => number): T {
  let lot = chance() * list.reduce((sum, one) => sum + weightOf(one), 0);
  return list.find((one) => (lot -= weightOf(one)) < 0) ?? list.at(-1)!;
}
