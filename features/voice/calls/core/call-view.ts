import type { NetworkWord } from '#core/telephony/network-word.ts';
import type { MonitorMode } from '#core/telephony/telephony.port.ts';
import type { Call, FailedTransfer, OtherParty, Party, TalkingWith, Transfer } from '#core/call/call.ts';
import type { CallDirection } from '#core/call/call-life.ts';
import { partyOf } from '#core/call/call-turn.ts';

/** What one person's page shows of a call; enough to draw it again after the page was loaded anew. */
export interface CallView extends Required<NetworkWord> {
  callId: string;
  direction: CallDirection;
  /** `ringing`: at this person. `dialing`: they wait for the other side. */
  state: 'ringing' | 'dialing' | 'talking' | 'monitoring';
  role: 'agent' | 'colleague' | 'third' | 'supervisor';
  customerNumber: string;
  customerCountry: string | null;
  ourNumber: string;
  groupId: number | null;
  /** The task it was made for; null: none. */
  taskName: string | null;
  startedMs: number;
  answeredMs: number | null;
  /** Who waits with music: the customer, or while consulting the third party. */
  held: 'customer' | 'third' | 'both' | null;
  holdSinceMs: number | null;
  holdEndsMs: number | null;
  callEndsMs: number | null;
  transfer: {
    kind: 'blind' | 'consult';
    to: string;
    toUserId: number | null;
    talkingTo: TalkingWith;
    answered: boolean;
    /** Of three who talk, whom the agent lets nobody hear. */
    muted: OtherParty[];
  } | null;
  /** The last transfer came to nothing: to whom, and why. Its agent is told. */
  failedTransfer: { to: string; toUserId: number | null; why: FailedTransfer['why'] } | null;
  surveyArmed: boolean;
  /** Somebody listens; only supervisors are told. */
  monitorMode: MonitorMode | null;
  /** Who listens to this person, where the organisation tells agents so. */
  monitoredBy: { name: string; mode: MonitorMode }[];
  /** Whom a supervisor listens to; others know themselves. */
  agentName?: string;
  /** Their phone is away at the moment. */
  phoneAway: boolean;
  /** The customer calls from the page of a chat, without a number. */
  fromChat: boolean;
  /** A colleague asks this person about the customer, or gave them the call. */
  handed: { kind: 'consult' | 'transfer'; by: string; reason: string } | null;
  /** Who of ours served the customer before, in this order. */
  hadBy: string[];
  /** The call this person was in before it became one with this. */
  formerCallId: string | null;
}

/** How the call looks to a person; null when they are not, or no longer, in it. */
export function viewFor(call: Call, userId: number): CallView | null {
  const party = call.parties.find(
    ({ role, who }) => role !== 'leaving' && who.kind === 'agent' && who.userId === userId,
  );
  if (!party || call.at === 'over') return null;
  const { facts, hold, transfer, limit } = call;
  const { maxHoldMs } = facts.settings;
  const third = partyOf(call, 'third');
  return {
    callId: call.id,
    direction: call.direction,
    state: stateOf(call, party),
    role: roleOf(party),
    customerNumber: party.role === 'customer' ? facts.ourNumber : facts.customerNumber,
    customerCountry: facts.customerCountry,
    attestation: facts.networkWord?.attestation ?? null,
    divertedFrom: facts.networkWord?.divertedFrom ?? null,
    divertedBecause: facts.networkWord?.divertedBecause ?? null,
    ourNumber: facts.ourNumber,
    groupId: call.groupId,
    taskName: facts.task?.taskName ?? null,
    startedMs: facts.startedMs,
    answeredMs: call.answeredMs,
    held: heldOf(call),
    holdSinceMs: hold?.sinceMs ?? null,
    holdEndsMs: hold && maxHoldMs !== null ? hold.sinceMs + maxHoldMs : null,
    callEndsMs: limit?.endsMs ?? null,
    transfer: transfer && {
      kind: transfer.kind,
      ...goalOf(transfer),
      talkingTo: transfer.with,
      answered: third?.at === 'up',
      muted: (['customer', 'third'] as const).filter((place) => partyOf(call, place)?.isMuted),
    },
    failedTransfer:
      call.failedTransfer && roleOf(party) === 'agent'
        ? { ...goalOf(call.failedTransfer), why: call.failedTransfer.why }
        : null,
    surveyArmed: call.survey.armed,
    monitorMode: party.mode,
    monitoredBy: listenersTo(call, party),
    ...listenedTo(call, party),
    phoneAway: party.away,
    fromChat: facts.visitor !== null,
    handed: handedTo(call, party),
    hadBy: hadBefore(call, userId),
    formerCallId: party.cameFrom ?? null,
  };
}

const goalOf = ({ to }: Pick<Transfer, 'to'>): { to: string; toUserId: number | null } =>
  to.kind === 'agent' ? { to: to.name, toUserId: to.userId } : { to: to.number, toUserId: null };

function roleOf({ role, returnsAs }: Party): CallView['role'] {
  if (role === 'supervisor' || role === 'third') return role;
  if (role === 'customer') return 'colleague';
  return role === 'returning' && returnsAs === 'third' ? 'third' : 'agent';
}

/** Who only listens, and the colleague of an internal call, got it from nobody. */
function handedTo({ transfer, handed: last }: Call, party: Party): CallView['handed'] {
  const { who } = party;
  const role = roleOf(party);
  const isThird = role === 'third';
  const handed = isThird ? transfer?.handed : role === 'agent' ? last : null;
  if (!handed || (who.kind === 'agent' && who.userId === handed.by.userId)) return null;
  const kind = isThird && transfer?.kind === 'consult' ? 'consult' : 'transfer';
  return { kind, by: handed.by.name, reason: handed.reason };
}

/** Each of them once; whoever looks knows of themselves. */
const hadBefore = ({ servedBy }: Call, userId: number): string[] => [
  ...new Set(servedBy.flatMap((one) => (one.userId === userId ? [] : [one.name]))),
];

/** Whoever serves the customer, nobody else; a supervisor counts from the moment their phone is in the call. */
const listenersTo = ({ facts, parties }: Call, party: Party): CallView['monitoredBy'] =>
  facts.settings.tellsMonitored && roleOf(party) === 'agent'
    ? parties.flatMap(({ role, at, who, mode }) =>
        role === 'supervisor' && at === 'up' && mode !== null && who.kind === 'agent' ? [{ name: who.name, mode }] : [],
      )
    : [];

function listenedTo(call: Call, { role }: Party): Pick<CallView, 'agentName'> {
  const agent = role === 'supervisor' ? partyOf(call, 'agent')?.who : undefined;
  return agent?.kind === 'agent' ? { agentName: agent.name } : {};
}

function stateOf(call: Call, party: Party): CallView['state'] {
  if (party.role === 'supervisor') return 'monitoring';
  if (party.at === 'ringing') return 'ringing';
  return call.at === 'talking' ? 'talking' : 'dialing';
}

function heldOf({ hold, transfer }: Call): CallView['held'] {
  if (!transfer) return hold ? 'customer' : null;
  if (transfer.kind === 'consult' && hold) return 'both';
  if (transfer.with === 'both') return null;
  return transfer.with === 'third' ? 'customer' : 'third';
}

/** Everybody of our own whose page shows this call. */
export const viewersOf = (call: Call): number[] => [
  ...new Set(call.parties.flatMap(({ role, who }) => (role !== 'leaving' && who.kind === 'agent' ? [who.userId] : []))),
];

/** Everybody of our own whose page shows something else since this step of a call. */
export const whoSeesChange = (before: Call, call: Call): number[] =>
  [...new Set([...viewersOf(before), ...viewersOf(call)])].filter(
    (userId) => asShown(before, userId) !== asShown(call, userId),
  );

/** A call that is now was asked about when it came to be, and is again when it changes; calls are never changed themselves. */
const shown = new WeakMap<Call, Map<number, string>>();

function asShown(call: Call, userId: number): string {
  const known = shown.get(call) ?? new Map<number, string>();
  shown.set(call, known);
  let text = known.get(userId);
  if (text === undefined) known.set(userId, (text = JSON.stringify(viewFor(call, userId))));
  return text;
}
