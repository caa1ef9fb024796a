import type { OfferOutcome } from '../agent-status/live-agent.ts';
import { legId, type EndCause, type LegId } from '../telephony/telephony.port.ts';
import type { Sound } from '../telephony/sound.ts';
import type { AgentWho, Call, Dial, OutboundTrunk, Party, ReturningAs, Who } from './call.ts';
import type { CallEffect, CallTimer } from './call-events.ts';
import type { CallLifeEvent } from './call-life.ts';
import type { CampaignNews } from './campaign-call.ts';
import type { CallAudio } from './line-media.ts';
import type { LegCharge } from '../money/leg-charge.ts';

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

/** Whoever made a campaign's call hears of it. */
export const emitCampaignNews = (turn: CallTurn, news: CampaignNews): void =>
  act(turn, { type: 'emitCampaignNews', news, atMs: turn.nowMs });

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
export function wake(turn: CallTurn, what: CallTimer, afterMs: number): number {
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

/** The mobile of an agent may ring so long at least: its carrier takes seconds before it does. */
const MOBILE_RING_MS = 20_000;

/** Rings an agent, at a phone of ours or at their mobile. Somebody the line offers is reserved already; anybody else is shown as being rung now. */
export function ringAgent(turn: CallTurn, role: Party['role'], who: AgentWho, why: RingWhy, timeoutMs: number): LegId {
  const reserves = why === 'internal' || why === 'transfer';
  const isOffer = reserves || why === 'offer' || why === 'campaign' || why === 'callback';
  const reservedAs = why === 'callback' ? (turn.call.queue?.queueId ?? null) : null;
  const { userId, sipNum, mobile: number } = who;
  const mobile = { at: 'planned', ringMs: Math.max(timeoutMs, MOBILE_RING_MS), turn: 0 } as const;
  const leg = join(turn, role, who, {
    ...(isOffer ? { shownAs: 'offered', reservedAs } : {}),
    ...(number === undefined ? {} : { mobile }),
  });
  if (reserves) act(turn, { type: 'sendToBoard', userId, news: 'offered' });
  if (isOffer) note(turn, { type: 'agentRang', userId, sipNum });
  act(
    turn,
    number === undefined
      ? { type: 'ringAgent', leg, userId, sipNum, timeoutMs, why }
      : { type: 'planMobile', leg, number },
  );
  return leg;
}

export interface NumberToRing {
  number: string;
  trunks: readonly OutboundTrunk[];
  callerId: string;
  /** The agent on whose behalf; null: a flow's or a campaign's. */
  userId: number | null;
  timeoutMs?: number;
  emergencyAddress?: string | null;
  /** The carrier is told the name of the call, and which try it is. */
  tries?: number;
  charge?: LegCharge | null;
}

/** A trunk that gives no sign for so long is silent: the next one is tried. */
export const TRUNK_SILENT_MS = 8_000;

/** Rings a number by the first of its trunks; the others wait for that one to fail. False where there is no trunk. */
export function ringNumber(
  turn: CallTurn,
  role: Party['role'],
  wish: NumberToRing,
  place: Partial<Party> = {},
): boolean {
  if (wish.trunks.length === 0) return false;
  const leg = join(turn, role, place.who ?? { kind: 'outside', number: wish.number }, place);
  return dialFrom(turn, leg, wish);
}

/** The same for a party there is already. */
export function dialFrom(
  turn: CallTurn,
  leg: LegId,
  {
    number,
    trunks,
    callerId,
    userId,
    timeoutMs = RING_MS,
    emergencyAddress = null,
    tries,
    charge = null,
  }: NumberToRing,
): boolean {
  const [trunk, ...trunksLeft] = trunks;
  if (!trunk) return false;
  const dial: Dial = {
    number,
    userId,
    callerId,
    timeoutMs,
    trunkId: trunk.id,
    trunksLeft,
    hasRung: false,
    turn: trunksLeft.length > 0 ? wake(turn, 'trunk', TRUNK_SILENT_MS) : null,
    answeredMs: null,
    emergencyAddress,
    ...(tries === undefined ? {} : { tries }),
    ...(charge && { charge }),
  };
  changeParty(turn, leg, { dial });
  act(turn, {
    type: 'ringNumber',
    leg,
    number,
    trunk,
    callerId,
    timeoutMs,
    ...(emergencyAddress ? { emergencyAddress } : {}),
    ...(tries === undefined ? {} : { sipCallId: tries === 1 ? turn.call.id : `${turn.call.id}-${tries}` }),
  });
  return true;
}

/** Whose number is called over another trunk keeps their place. */
function dialAgain(turn: CallTurn, { leg: _leg, dial, at: _at, ...place }: Party): boolean {
  if (dial === null) return false;
  const { tries, ...wish } = dial;
  const again = tries === undefined ? wish : { ...wish, tries: tries + 1 };
  return ringNumber(turn, place.role, { ...again, trunks: dial.trunksLeft }, place);
}

/** The far side of a number that was called gave a sign. */
export function noteSign(turn: CallTurn, { leg, dial }: Party, sign: 'rang' | 'answered'): void {
  if (dial)
    changeParty(turn, leg, {
      dial: { ...dial, hasRung: true, answeredMs: sign === 'answered' ? turn.nowMs : dial.answeredMs },
    });
}

/** The trunk of a number refused the call: the next one is tried. False when it was the called party who did, somebody rang, or none is left. */
export function tryNextTrunk(turn: CallTurn, party: Party, cause: EndCause, sipStatus: number | null): boolean {
  const { dial, at } = party;
  return !(!dial || dial.hasRung || at !== 'ringing' || !trunkFailed(cause, sipStatus)) && dialAgain(turn, party);
}

/** The trunk gave no sign in time: its leg goes, and the next one is tried for the same number. */
export function trunkSilent(turn: CallTurn, number: number): void {
  const party = turn.call.parties.find(({ dial }) => dial?.turn === number);
  if (!party?.dial || party.dial.hasRung || party.at !== 'ringing' || party.role === 'leaving') return;
  // What it was called for goes on: the number has one end, and whose it is stays rung.
  changeParty(turn, party.leg, { dial: null, shownAs: null });
  sendAway(turn, party);
  dialAgain(turn, party);
}

/** Every number that was called has an end, for the limits; answered or not. */
export function dialEnded(turn: CallTurn, { at, dial }: Party): void {
  if (dial)
    act(turn, {
      type: 'dialEnded',
      number: dial.number,
      userId: dial.userId,
      answered: at === 'up' || dial.answeredMs !== null,
      trunkId: dial.trunkId,
      talkedMs: dial.answeredMs === null ? 0 : turn.nowMs - dial.answeredMs,
      ...(dial.charge && { chargeRef: dial.charge.ref }),
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
  act(turn, { type: 'sendToBoard', userId: party.who.userId, news: 'began' });
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
      type: 'sendToBoard',
      userId,
      news: { offerEnded: outcome },
      ...(party.reservedAs === null ? {} : { reservedAs: party.reservedAs }),
    });
  else if (party.shownAs === 'monitoring') act(turn, { type: 'sendToBoard', userId, news: 'monitoringEnded' });
  else
    act(turn, { type: 'sendToBoard', userId, news: { ended: { wrapUpMs: hasWrapUp ? facts.settings.wrapUpMs : 0 } } });
}

/** Tells a party to go. It counts no more, and stays in the list until its leg has ended. */
export function sendAway(turn: CallTurn, { leg }: Party, sipStatus = DECLINED_FOR_NOW): void {
  const party = partyAt(turn.call, leg);
  if (!party || party.role === 'leaving') return;
  release(turn, party);
  letLegGo(turn, party, sipStatus);
}
const DECLINED_FOR_NOW = 480;

/** A party counts no more. A mobile no way was found to yet has no leg: it leaves when the way is known. */
export function letLegGo(turn: CallTurn, { leg, at, mobile }: Party, sipStatus: number): void {
  changeParty(turn, leg, { role: 'leaving' });
  if (mobile?.at === 'planned') return;
  act(turn, at === 'offered' ? { type: 'refuse', leg, sipStatus } : { type: 'hangUp', leg });
}

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
export function say(turn: CallTurn, playId: string, sound: CallAudio): void {
  const customer = partyOf(turn.call, 'customer');
  if (!customer) return;
  change(turn, { playing: playId });
  act(turn, { type: 'play', leg: customer.leg, sound, playId });
}

export const prompt = (call: Call, name: string): Sound => ({ prompt: name, language: call.facts.language });
