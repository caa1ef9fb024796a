import type { Step } from '#core/machine.ts';
import type { EndCause, LegId } from '#core/telephony/telephony.port.ts';
import type { Call, Party } from '#core/call/call.ts';
import { cutOff } from '#core/call/cut-off.ts';
import type { CallEffect, CallEvent } from '#core/call/call-events.ts';
import {
  act,
  change,
  changeParty,
  dialEnded,
  letLegGo,
  note,
  partyAt,
  partyOf,
  release,
  removeParty,
  sendAway,
  noteSign,
  trunkSilent,
  tryNextTrunk,
  userOf,
  type CallTurn,
} from '#core/call/call-turn.ts';
import * as campaign from './campaign.ts';
import * as conversation from './conversation.ts';
import * as dialing from './dialing.ts';
import { end, type Ending } from './ending.ts';
import * as flow from './flow.ts';
import { limitsChanged } from './limits.ts';
import * as menu from './menu.ts';
import * as mobile from './mobile.ts';
import * as money from './money.ts';
import * as monitoring from './monitoring.ts';
import * as survey from './survey.ts';
import { takeUp } from './take-up.ts';
import { consentTimeUp, keyToRecordingWord, RECORDING_WORD, recordingWordPlayed } from './recording-word.ts';
import { connect, partnersOf, recordTalk } from './talk.ts';
import * as transfer from './transfer.ts';
import * as voicemail from './voicemail.ts';
import * as waiting from './waiting.ts';

/** Decides what an event changes in a call; `call.ts` draws the states and numbers the rules. */
export function callMachine(call: Call, event: CallEvent & { nowMs: number }): Step<Call, CallEffect> {
  const turn: CallTurn = { call, nowMs: event.nowMs, effects: [] };
  decide(turn, event);
  return { state: turn.call, effects: turn.effects };
}

function decide(turn: CallTurn, event: CallEvent): void {
  if (event.type === 'legEnded') return legEnded(turn, event);
  if (event.type === 'takenUp') return takeUp(turn, event, decide);
  if (event.type === 'mobilePlanned' && event.trunks.length > 0) return mobile.mobilePlanned(turn, event);
  if (event.type === 'mobilePlanned' || event.type === 'mobileRefused') return mobileRefused(turn, event.leg);
  if (turn.call.at === 'over') return;
  switch (event.type) {
    case 'begun':
      return begin(turn, event.callerGone ?? false);
    case 'legRinging':
    case 'legEarlyMedia':
    case 'legAnswered':
    case 'legHeld':
    case 'legResumed':
    case 'keyPressed':
    case 'legDisconnected':
    case 'legReconnected': {
      const party = partyAt(turn.call, event.leg);
      return party && party.role !== 'leaving' ? atLeg(turn, party, event) : undefined;
    }
    case 'played':
      return played(turn, event);
    case 'phoneRegistered':
      return conversation.phoneRegistered(turn, event.sipNum);
    case 'lineFound':
      return waiting.lineFound(turn, event);
    case 'lineChanged':
      return waiting.lineChanged(turn, event);
    case 'placed':
      return waiting.placed(turn, event);
    case 'lineClosed':
      return turn.call.at === 'queued' ? lineClosed(turn) : undefined;
    case 'offer':
      return turn.call.at === 'seeking' ? campaign.offerAgent(turn, event) : waiting.offer(turn, event);
    case 'withdraw':
      return waiting.withdraw(turn, event.userId);
    case 'announce':
      return waiting.announce(turn, event.position);
    case 'overflow':
      return waiting.overflow(turn, event.to);
    case 'callbackPlanned':
      return dialing.dialBack(turn, event);
    case 'callbackRefused':
      if (event.isTemporary) waiting.promiseAgain(turn);
      return end(turn, { outcome: 'refused', cause: 'refused', refusal: event.refusal, endedBy: 'server' });
    case 'holdAsked':
      return conversation.hold(turn, 'service');
    case 'unholdAsked':
      return conversation.unhold(turn);
    case 'hangUpAsked':
      return hangUpAsked(turn, event.userId);
    case 'transferAsked':
      return transfer.transfer(turn, event);
    case 'swapAsked':
      return transfer.swap(turn);
    case 'talkWithAsked':
      return transfer.talkWith(turn, event.with);
    case 'muteAsked':
      return transfer.mute(turn, event.who, event.muted);
    case 'dropAsked':
      return event.who === 'third' ? transfer.cancel(turn) : transfer.dropCustomer(turn);
    case 'completeAsked':
      return transfer.complete(turn);
    case 'cancelAsked':
      return transfer.cancel(turn);
    case 'joined':
      return transfer.joined(turn, event);
    case 'merged':
      return transfer.merged(turn, event);
    case 'gaveAway':
      return gaveAway(turn, event.legs);
    case 'surveyAsked':
      return change(turn, { survey: { ...turn.call.survey, armed: true } });
    case 'keysAsked':
      return sendKeys(turn, event.keys);
    case 'monitorAsked':
      return monitoring.monitor(turn, event);
    case 'monitorModeAsked':
      return monitoring.monitorMode(turn, event.userId, event.mode);
    case 'monitorStopAsked':
      return monitoring.monitorStop(turn, event.userId);
    case 'takeOverAsked':
      return monitoring.takeOverAsked(turn, event.userId);
    case 'flowAsked':
      return flow.flowAsked(turn, event);
    case 'flowEnded':
      return flow.flowEnded(turn, event.why);
    case 'answererHeard':
      return campaign.answererHeard(turn, event);
    case 'machineWaits':
      return campaign.machineWaits(turn);
    case 'spokeEarly':
      return campaign.spokeEarly(turn);
    case 'endAsked':
      return campaign.endAsked(turn, event.how);
    case 'moneyLow':
    case 'moneyBack':
      return money.moneyChanged(turn, event);
    case 'moneyOver':
      return money.moneyOver(turn, event.leg);
    case 'limitsChanged':
      return limitsChanged(turn, event);
    case 'timeUp':
      return timeUp(turn, event);
    case 'stopped':
      return end(turn, { outcome: 'server', cause: 'server', endedBy: 'server' });
    case 'homeLost':
      return end(turn, cutOff(turn.call.answeredMs !== null));
    case 'broke':
      return end(turn, { outcome: 'failed', cause: 'failed', endedBy: 'server' });
  }
}

/** The record exists from the first moment on. */
function begin(turn: CallTurn, callerGone: boolean): void {
  const { id: callId, tenantId, direction, facts, groupId, first, queue } = turn.call;
  const {
    node,
    startedMs,
    customerNumber,
    customerCountry,
    ourNumber,
    didNumberId,
    routerId,
    callbackOf,
    task,
    visitor,
    networkWord,
  } = facts;
  const caller = partyOf(turn.call, 'agent')?.who ?? turn.call.ringFirst;
  const { userId, sipNum } = caller?.kind === 'agent' ? caller : { userId: null, sipNum: null };
  const lineId = first?.kind === 'number' ? (first.trunks[0]?.id ?? null) : null;
  const intended = first?.kind === 'group' ? first.groupId : groupId;
  act(turn, {
    type: 'open',
    record: {
      tenantId,
      callId,
      node,
      direction,
      startedMs,
      customerNumber,
      customerCountry,
      ourNumber,
      didNumberId,
      routerId,
      lineId,
      userId,
      sipNum,
      groupId: intended,
      callbackOf,
      task,
      visitor,
      networkWord,
    },
  });
  if (callerGone) {
    change(turn, { parties: [] });
    if (first?.kind === 'number' && userId !== null)
      act(turn, {
        type: 'dialEnded',
        number: customerNumber,
        userId,
        answered: false,
        trunkId: null,
        talkedMs: 0,
        ...(first.charge && { chargeRef: first.charge.ref }),
      });
    return end(
      turn,
      direction === 'inbound' ? { outcome: 'abandoned', cause: 'cancelled', endedBy: 'customer' } : cancelled,
    );
  }
  if (queue) return;
  if (first?.kind === 'group') waiting.toLine(turn, first.groupId);
  else if (first?.kind === 'menu') menu.toMenu(turn, first.menu);
  else if (first?.kind === 'flow') flow.toFlow(turn, first);
  else if (first?.kind === 'person') flow.toPerson(turn, first.agent, first.fallbackGroupId);
  else dialing.dial(turn);
}

type LegEvent = Extract<
  CallEvent,
  {
    type:
      | 'legRinging'
      | 'legEarlyMedia'
      | 'legAnswered'
      | 'legHeld'
      | 'legResumed'
      | 'keyPressed'
      | 'legDisconnected'
      | 'legReconnected';
  }
>;

function atLeg(turn: CallTurn, party: Party, event: LegEvent): void {
  switch (event.type) {
    case 'legRinging':
      noteSign(turn, party, 'rang');
      if (party.role === 'third') return transfer.thirdRings(turn);
      return party.role === 'customer' && turn.call.at === 'dialing' ? dialing.calleeRings(turn) : undefined;
    case 'legEarlyMedia':
      noteSign(turn, party, 'rang');
      // What the carrier of a mobile plays is not for whoever waits.
      if (party.mobile) return;
      if (party.role === 'third') return transfer.thirdSpeaksEarly(turn, party);
      return party.role === 'customer' && turn.call.at === 'dialing'
        ? dialing.calleeSpeaksEarly(turn, party)
        : undefined;
    case 'legAnswered': {
      if (party.mobile) return mobile.askMobile(turn, party);
      changeParty(turn, party.leg, { at: 'up' });
      noteSign(turn, party, 'answered');
      return answered(turn, { ...party, at: 'up' });
    }
    case 'legHeld':
      return conversation.heldByPhone(turn, party);
    case 'legResumed':
      return conversation.resumedByPhone(turn, party);
    case 'keyPressed':
      return keyPressed(turn, party, event.key);
    case 'legDisconnected':
      return changeParty(turn, party.leg, { away: true });
    case 'legReconnected':
      return conversation.reconnected(turn, party.leg);
  }
}

function answered(turn: CallTurn, party: Party): void {
  const { at } = turn.call;
  switch (party.role) {
    case 'third':
      return at === 'flow' ? flow.thirdAnswered(turn, party) : transfer.thirdAnswered(turn, party);
    case 'supervisor':
      return monitoring.supervisorAnswered(turn, party);
    case 'returning':
      return conversation.returned(turn, party);
    case 'agent':
      if (at === 'dialing') return dialing.mobileTaken(turn, party);
      if (at === 'seeking') return campaign.agentAnswered(turn, party);
      return at === 'queued' ? waiting.offerAnswered(turn, party) : confirmed(turn);
    case 'customer':
      if (at === 'dialing') return dialing.calleeAnswered(turn, party);
      if (at === 'queued') return waiting.greetInLine(turn);
      if (at === 'menu') return menu.askMenu(turn);
      if (at === 'flow') return flow.beginFlow(turn);
      return at === 'voicemail' ? voicemail.askForMessage(turn) : confirmed(turn);
    case 'leaving':
      return;
  }
}

/** Somebody we answered has confirmed; what they were joined to before is told again, now that there is sound. */
function confirmed(turn: CallTurn): void {
  if (turn.call.at === 'talking' && !turn.call.hold && !turn.call.transfer) connect(turn);
}

function keyPressed(turn: CallTurn, party: Party, key: string): void {
  if (party.mobile) return keyAtMobile(turn, party, key);
  if (party.role === 'supervisor') return monitoring.keyOfSupervisor(turn, party, key);
  const { at, playing } = turn.call;
  if (party.role === 'customer') {
    const mayAnswer = at === 'queued' || at === 'flow' || at === 'talking';
    if (mayAnswer && keyToRecordingWord(turn, key)) return goOnAfterWord(turn);
    if (at === 'menu') return menu.keyInMenu(turn, key);
    if (at === 'flow') return flow.keyInFlow(turn, key);
    if (at === 'queued') return waiting.keyInLine(turn, key);
    if (at === 'seeking') return campaign.keyToCampaign(turn, key);
    if (at === 'surveying') return playing === money.FAREWELL ? undefined : survey.keyInSurvey(turn, key);
    if (at === 'voicemail') return key === '#' ? voicemail.endMessage(turn) : undefined;
  }
  if (at === 'talking' && (party.role === 'customer' || party.role === 'agent'))
    note(turn, { type: 'keyPressed', party: party.role, key });
}

function keyAtMobile(turn: CallTurn, party: Party, key: string): void {
  const answer = party.mobile?.at === 'asked' ? mobile.answerOfKey(key) : null;
  if (answer === 'taken') answered(turn, mobile.takenByMobile(turn, party));
  else if (answer === 'refused') notTakenByMobile(turn, party, 'rejected');
}

function notTakenByMobile(turn: CallTurn, party: Party | undefined, cause: EndCause): void {
  if (!party) return;
  mobile.hangUpMobile(turn, party);
  gone(turn, party, cause, null);
}

function mobileRefused(turn: CallTurn, leg: LegId): void {
  const party = partyAt(turn.call, leg);
  if (party?.mobile?.at !== 'planned') return;
  removeParty(turn, leg);
  if (party.role !== 'leaving') gone(turn, party, 'unreachable', null);
}

/** What had to be said before recording was said, or answered. */
function goOnAfterWord(turn: CallTurn): void {
  const { at } = turn.call;
  if (at === 'queued') waiting.greetBeforeLine(turn);
  else if (at === 'flow') flow.beginFlow(turn);
  else if (at === 'talking') recordTalk(turn);
}

function played(turn: CallTurn, { playId, completed }: Extract<CallEvent, { type: 'played' }>): void {
  // A sound that was replaced or cut off leads nowhere: whoever did that has decided already.
  if (completed && playId === waiting.AGENT_SOUND) return waiting.agentSoundOver(turn);
  if (!completed || turn.call.playing !== playId) return;
  change(turn, { playing: null });
  switch (playId) {
    case 'menu':
      return menu.menuPlayed(turn);
    case 'flowTone':
      return flow.tonePlayed(turn);
    case RECORDING_WORD:
      return recordingWordPlayed(turn) ? goOnAfterWord(turn) : undefined;
    case 'groupWelcome':
      return waiting.greetBeforeLine(turn);
    case 'welcome':
    case 'position':
    case 'repeat':
      return waiting.announced(turn);
    case 'callback.promised':
    case 'goodbye':
      return waiting.farewellPlayed(turn, playId);
    case 'voicemail':
      return voicemail.beginMessage(turn);
    case 'voicemailThanks':
      return voicemail.messageLeft(turn, 'server');
    case money.FAREWELL:
      return money.farewellSaid(turn);
    case 'surveyThanks':
      return survey.surveyOver(turn);
    default:
      return campaign.campaignPlayed(turn, playId);
  }
}

function timeUp(turn: CallTurn, { what, turn: number }: Extract<CallEvent, { type: 'timeUp' }>): void {
  switch (what) {
    case 'hold':
      return conversation.holdTimeUp(turn, number);
    case 'call':
      return conversation.callTimeUp(turn, number);
    case 'menu':
      return menu.menuTimeUp(turn, number);
    case 'flow':
      return flow.flowTimeUp(turn, number);
    case 'survey':
      return survey.surveyTimeUp(turn, number);
    case 'voicemail':
      return voicemail.voicemailTimeUp(turn, number);
    case 'return':
      return conversation.returnTimeUp(turn, number);
    case 'trunk':
      return trunkSilent(turn, number);
    case 'mobile':
      return notTakenByMobile(turn, mobile.mobileAskedIn(turn, number), 'noAnswer');
    case 'repeat':
      return waiting.repeatTimeUp(turn, number);
    case 'agentSound':
      return waiting.agentSoundTimeUp(turn, number);
    case 'campaign':
      return campaign.campaignTimeUp(turn, number);
    case 'money':
      return money.farewellTimeUp(turn, number);
    case 'consent':
      return consentTimeUp(turn, number) ? goOnAfterWord(turn) : undefined;
  }
}

function lineClosed(turn: CallTurn): void {
  if (turn.call.flow?.asking) return flow.goOn(turn, 'lineClosed');
  change(turn, { queue: null });
  if (partyOf(turn.call, 'customer')) voicemail.toVoicemail(turn);
  else end(turn, { outcome: 'failed', cause: 'failed', endedBy: 'server' });
}

function sendKeys(turn: CallTurn, keys: string): void {
  if (turn.call.at !== 'talking') return;
  for (const { leg } of partnersOf(turn.call)) act(turn, { type: 'sendKeys', leg, keys });
}

/** From a page, which is the same as at the phone. */
function hangUpAsked(turn: CallTurn, userId: number): void {
  const party = turn.call.parties.find(
    ({ role, who }) => role !== 'leaving' && role !== 'supervisor' && who.kind === 'agent' && who.userId === userId,
  );
  if (!party) return;
  const again = turn.call.parties.find((one) => one.role === 'returning' && userOf(one) === userId);
  if (again && again.leg !== party.leg) sendAway(turn, again);
  if (party.mobile && party.mobile.at !== 'planned') return notTakenByMobile(turn, party, 'rejected');
  letLegGo(turn, party, CANCELLED);
  gone(turn, party, party.at === 'ringing' ? 'rejected' : 'normal', null);
}
const CANCELLED = 487;

function gaveAway(turn: CallTurn, legs: readonly LegId[]): void {
  for (const leg of legs) removeParty(turn, leg);
  end(turn, { outcome: 'talked', cause: 'normal', endedBy: 'agent' });
}

function legEnded(
  turn: CallTurn,
  { leg, cause: reportedCause, sipStatus, by }: Extract<CallEvent, { type: 'legEnded' }>,
): void {
  const party = partyAt(turn.call, leg);
  if (!party) return;
  removeParty(turn, leg);
  // Ended by the exchange without our asking, as after a sign-out by force: for this call the phone is lost.
  const isAsked = party.mobile?.at === 'asked';
  const cause = isAsked ? 'noAnswer' : by === 'us' && reportedCause === 'normal' ? 'lost' : reportedCause;
  const counts = party.role !== 'leaving' && turn.call.at !== 'over';
  if (party.role === 'customer' && by === 'us' && reportedCause === 'noAnswer') campaign.gaveUp(turn);
  if (counts && tryNextTrunk(turn, party, cause, sipStatus)) return;
  dialEnded(turn, party);
  if (counts) gone(turn, party, cause, sipStatus);
}

function gone(turn: CallTurn, party: Party, cause: EndCause, sipStatus: number | null): void {
  switch (party.role) {
    case 'customer':
      return customerGone(turn, party, cause, sipStatus);
    case 'agent':
      return agentGone(turn, party, cause);
    case 'third':
      return turn.call.at === 'flow'
        ? flow.thirdGone(turn, party, cause)
        : transfer.thirdGone(turn, party, cause, sipStatus);
    case 'returning':
      return conversation.returningGone(turn, party);
    case 'supervisor':
      return monitoring.supervisorGone(turn, party);
    case 'leaving':
      return;
  }
}

function customerGone(turn: CallTurn, customer: Party, cause: EndCause, sipStatus: number | null): void {
  const { at, playing } = turn.call;
  if (at === 'dialing') return dialing.calleeGone(turn, customer, cause, sipStatus);
  release(turn, customer);
  if (at === 'talking') return conversation.customerGone(turn, cause);
  if (at === 'flow') return flow.customerGone(turn, cause);
  if (at === 'voicemail') return voicemail.messageLeft(turn, 'customer');
  if (at === 'surveying') return playing === money.FAREWELL ? money.farewellSaid(turn) : survey.surveyOver(turn);
  if (at === 'seeking') return campaign.customerLeft(turn, cause);
  if (playing === 'callback.promised') return waiting.farewellPlayed(turn, playing);
  end(turn, { outcome: 'abandoned', cause, endedBy: 'customer' });
}

function agentGone(turn: CallTurn, agent: Party, cause: EndCause): void {
  const { at } = turn.call;
  if (at === 'queued') return waiting.offerFailed(turn, agent, cause);
  if (at === 'seeking') return campaign.agentGone(turn, agent, cause);
  if (at === 'talking') return conversation.agentGone(turn, agent, cause);
  release(turn, agent);
  if (at === 'dialing' && cause === 'lost') waiting.promiseAgain(turn);
  if (at !== 'dialing') return;
  end(turn, turn.call.ringFirst && !byAgent.includes(cause) ? unreached(cause) : cancelled);
}

/** Ends of the agent's own leg that the agent wanted. */
const byAgent: readonly EndCause[] = ['normal', 'rejected', 'cancelled'];
const cancelled: Ending = { outcome: 'cancelled', cause: 'cancelled', endedBy: 'agent' };
const unreached = (cause: EndCause): Ending => ({ outcome: 'agentUnreached', cause, endedBy: 'server' });
