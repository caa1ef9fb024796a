import type { OfferOutcome } from '../agent-status/live-agent.ts';
import { legId, type EndCause, type LegId } from '../telephony/telephony.port.ts';
import type { Sound } from '../telephony/sound.ts';
import type { AgentWho, Call, Dial, OutboundTrunk, Party, ReturningAs, Who } from './call.ts';
import type { CallEffect, CallEvent } from './call-events.ts';
import type { CallLifeEvent } from './call-life.ts';

/** One decision while it is made: the call as it becomes, and what is asked for so far. Nothing outlives the decision. */
export interface CallTurn {
  call: Call;
  readonly nowMs: number;
  readonly effects: CallEffect[];
}

/** How long a number or a colleague may ring. */
export const RING_MS = 60_000;
export const TRANSFER_RING_MS = 25_000;

export const change = (turn: CallTurn, part: Partial<Call>): void => void (turn.call = { ...turn.call, ...part });

export const act = (turn: CallTurn, ...effects: CallEffect[]): void => void turn.effects.push(...effects);

type Unmoved<E> = E extends { atMs: number } ? Omit<E, 'atMs'> : never;

/** Writes into the life of the call. */
export const note = (turn: CallTurn, event: Unmoved<CallLifeEvent>): void =>
  act(turn, { type: 'note', event: { ...event, atMs: turn.nowMs } as CallLifeEvent });

export const partyOf = (call: Call, role: Party['role']): Party | undefined =>
  call.parties.find((party) => party.role === role);
/** The phone that is rung to take this place again. */
export const returningAs = (call: Call, place: ReturningAs): Party | undefined =>
  call.parties.find(({ role, returnsAs }) => role === 'returning' && returnsAs === place);
export const partyAt = (call: Call, leg: LegId): Party | undefined => call.parties.find((party) => party.leg === leg);
export const userOf = (party: Party | undefined): number | null =>
  party?.who.kind === 'agent' ? party.who.userId : null;
export const nameOf = ({ who }: Party): string => (who.kind === 'agent' ? who.sipNum : who.number);

export function changeParty(turn: CallTurn, leg: LegId, part: Partial<Party>): void {
  change(turn, { parties: turn.call.parties.map((party) => (party.leg === leg ? { ...party, ...part } : party)) });
}

export const removeParty = (turn: CallTurn, leg: LegId): void =>
  change(turn, { parties: turn.call.parties.filter((party) => party.leg !== leg) });

/** Sets a timer; its event carries the turn, which the caller keeps. */
export function wake(turn: CallTurn, what: Extract<CallEvent, { type: 'timeUp' }>['what'], afterMs: number): number {
  const number = turn.call.turn + 1;
  change(turn, { turn: number });
  act(turn, { type: 'wake', afterMs, event: { type: 'timeUp', what, turn: number } });
  return number;
}

function join(turn: CallTurn, role: Party['role'], who: Who, rest: Partial<Party> = {}): LegId {
  const made = turn.call.made + 1;
  const leg = legId(`${turn.call.id}.${made}`);
  change(turn, {
    made,
    parties: [
      ...turn.call.parties,
      { leg, role, who, at: 'ringing', away: false, shownAs: null, reservedAs: null, dial: null, mode: null, ...rest },
    ],
  });
  return leg;
}

type RingWhy = Extract<CallEffect, { type: 'ringAgent' }>['why'];

/** Rings an agent. Somebody the line offers is reserved already; anybody else is shown as being rung now. */
export function ringAgent(turn: CallTurn, role: Party['role'], who: AgentWho, why: RingWhy, timeoutMs: number): LegId {
  const reserves = why === 'internal' || why === 'transfer';
  const isOffer = reserves || why === 'offer' || why === 'callback';
  const reservedAs = why === 'callback' ? (turn.call.queue?.queueId ?? null) : null;
  const leg = join(turn, role, who, isOffer ? { shownAs: 'offered', reservedAs } : {});
  if (reserves) act(turn, { type: 'tell', userId: who.userId, news: 'offered' });
  if (isOffer) note(turn, { type: 'agentRang', userId: who.userId, sipNum: who.sipNum });
  act(turn, { type: 'ringAgent', leg, userId: who.userId, sipNum: who.sipNum, timeoutMs, why });
  return leg;
}

export interface NumberToRing {
  number: string;
  trunks: readonly OutboundTrunk[];
  callerId: string;
  /** The agent on whose behalf; null: a flow's. */
  userId: number | null;
  timeoutMs?: number;
  emergencyAddress?: string | null;
}

/** A trunk that gives no sign for so long is silent: the next one is tried. */
export const TRUNK_SILENT_MS = 8_000;

/** Rings a number by the first of its trunks; the others wait for that one to fail. False where there is no trunk. */
export function ringNumber(
  turn: CallTurn,
  role: Party['role'],
  { number, trunks, callerId, userId, timeoutMs = RING_MS, emergencyAddress = null }: NumberToRing,
): boolean {
  const [trunk, ...trunksLeft] = trunks;
  if (!trunk) return false;
  const sign = trunksLeft.length > 0 ? wake(turn, 'trunk', TRUNK_SILENT_MS) : null;
  const dial: Dial = {
    userId,
    callerId,
    timeoutMs,
    trunkId: trunk.id,
    trunksLeft,
    hasRung: false,
    turn: sign,
    answeredMs: null,
    emergencyAddress,
  };
  const leg = join(turn, role, { kind: 'outside', number }, { dial });
  act(turn, {
    type: 'ringNumber',
    leg,
    number,
    trunk,
    callerId,
    timeoutMs,
    ...(emergencyAddress ? { emergencyAddress } : {}),
  });
  return true;
}

/** The far side of a number that was called gave a sign. */
export function heardOf(turn: CallTurn, { leg, dial }: Party, sign: 'rang' | 'answered'): void {
  if (dial)
    changeParty(turn, leg, {
      dial: { ...dial, hasRung: true, answeredMs: sign === 'answered' ? turn.nowMs : dial.answeredMs },
    });
}

/** The trunk of a number refused the call: the next one is tried. False when it was the called party who did, somebody rang, or none is left. */
export function tryNextTrunk(turn: CallTurn, party: Party, cause: EndCause, sipStatus: number | null): boolean {
  const { dial, who, at } = party;
  if (!dial || dial.hasRung || who.kind !== 'outside' || at !== 'ringing' || !trunkFailed(cause, sipStatus))
    return false;
  return ringNumber(turn, party.role, { ...dial, number: who.number, trunks: dial.trunksLeft });
}

/** The trunk gave no sign in time: its leg goes, and the next one is tried for the same number. */
export function trunkSilent(turn: CallTurn, number: number): void {
  const party = turn.call.parties.find(({ dial }) => dial?.turn === number);
  if (!party?.dial || party.dial.hasRung || party.at !== 'ringing' || party.role === 'leaving') return;
  if (party.who.kind !== 'outside') return;
  const { dial, who, role } = party;
  // What it was called for goes on: the number has one end.
  changeParty(turn, party.leg, { dial: null });
  sendAway(turn, party);
  ringNumber(turn, role, { ...dial, number: who.number, trunks: dial.trunksLeft });
}

/** Every number that was called has an end, for the limits; answered or not. */
export function dialEnded(turn: CallTurn, { who, at, dial }: Party): void {
  if (dial && who.kind === 'outside')
    act(turn, {
      type: 'dialEnded',
      number: who.number,
      userId: dial.userId,
      answered: at === 'up',
      trunkId: dial.trunkId,
      talkedMs: dial.answeredMs === null ? 0 : turn.nowMs - dial.answeredMs,
    });
}

/** The carrier takes no calls from us, or gave no sign in time. */
const TRUNK_REFUSES = new Set([403, 407, 408]);

/** A trunk that fails says nothing about the number. */
const trunkFailed = (cause: EndCause, sipStatus: number | null): boolean =>
  sipStatus !== null ? (sipStatus >= 500 && sipStatus < 600) || TRUNK_REFUSES.has(sipStatus) : cause === 'failed';

/** The agent talks now, for their colleagues too. */
export function showTalking(turn: CallTurn, { leg }: Party): void {
  const party = partyAt(turn.call, leg);
  if (!party) return;
  if (party.who.kind !== 'agent' || party.shownAs === 'talking') return;
  changeParty(turn, party.leg, { shownAs: 'talking' });
  act(turn, { type: 'tell', userId: party.who.userId, news: 'began' });
}

/** What the end of a party means to their colleagues; `outcome` for one who was only rung. */
export function release(turn: CallTurn, last: Party, outcome: OfferOutcome = 'withdrawn'): void {
  const party = partyAt(turn.call, last.leg) ?? last;
  if (party.who.kind !== 'agent' || party.shownAs === null) return;
  const { userId, hasNoWrapUp = false } = party.who;
  const { answeredMs, facts, direction } = turn.call;
  // Rule 7.
  const hasWrapUp = answeredMs !== null && !hasNoWrapUp && direction !== 'internal' && last.role !== 'third';
  changeParty(turn, party.leg, { shownAs: null });
  if (party.shownAs === 'offered')
    act(turn, {
      type: 'tell',
      userId,
      news: { offerEnded: outcome },
      ...(party.reservedAs === null ? {} : { reservedAs: party.reservedAs }),
    });
  else if (party.shownAs === 'monitoring') act(turn, { type: 'tell', userId, news: 'monitoringEnded' });
  else act(turn, { type: 'tell', userId, news: { ended: { wrapUpMs: hasWrapUp ? facts.settings.wrapUpMs : 0 } } });
}

/** Tells a party to go. It counts no more, and stays in the list until its leg has ended. */
export function sendAway(turn: CallTurn, { leg }: Party, sipStatus = DECLINED_FOR_NOW): void {
  const party = partyAt(turn.call, leg);
  if (!party || party.role === 'leaving') return;
  release(turn, party);
  changeParty(turn, party.leg, { role: 'leaving' });
  act(
    turn,
    party.at === 'offered' ? { type: 'refuse', leg: party.leg, sipStatus } : { type: 'hangUp', leg: party.leg },
  );
}
const DECLINED_FOR_NOW = 480;

/** Whoever serves the customer goes, and with them their phone that is rung again: it must not take the call back from others. */
export function letAgentGo(turn: CallTurn): void {
  for (const party of turn.call.parties)
    if (party.role === 'agent' || (party.role === 'returning' && party.returnsAs === 'agent')) sendAway(turn, party);
}

/** Answers whoever calls, so that they hear something; nothing to do for one who was answered. */
export function answerCustomer(turn: CallTurn): void {
  const customer = partyOf(turn.call, 'customer');
  if (customer?.at !== 'offered') return;
  changeParty(turn, customer.leg, { at: 'answering' });
  act(turn, { type: 'answer', leg: customer.leg });
}

/** Says something to the customer; `played` will carry the id. */
export function say(turn: CallTurn, playId: string, sound: Sound): void {
  const customer = partyOf(turn.call, 'customer');
  if (!customer) return;
  change(turn, { playing: playId });
  act(turn, { type: 'play', leg: customer.leg, sound, playId });
}

export const prompt = (call: Call, name: string): Sound => ({ prompt: name, language: call.facts.language });
