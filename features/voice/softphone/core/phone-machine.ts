import type { Step } from '#core/machine.ts';
import * as account from './account.ts';
import * as dialing from './dialing.ts';
import * as ending from './ending.ts';
import * as incoming from './incoming.ts';
import * as keys from './keys.ts';
import * as link from './link.ts';
import type { Phone } from '#core/phone/phone.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { PhoneEffect, PhoneEvent } from '#core/phone/phone-events.ts';
import { act, callOf, change, changeCall, wake, type PhoneTurn } from './phone-turn.ts';
import * as server from './server-call.ts';
import * as talk from './talk.ts';
import { timerCame } from './timer-came.ts';

/** Decides what an event changes in the phone; `phone.ts` draws the states and numbers the rules. */
export function phoneMachine(phone: Phone, event: PhoneEvent & { nowMs: number }): Step<Phone, PhoneEffect> {
  const turn: PhoneTurn = { phone, nowMs: event.nowMs, effects: [] };
  decide(turn, event);
  return { state: turn.phone, effects: turn.effects };
}

function decide(turn: PhoneTurn, event: PhoneEvent): void {
  const { phone } = turn;
  switch (event.type) {
    case 'accountWanted':
      return account.wanted(turn, event.takeOver ?? false);
    case 'accountGiven':
      return account.given(turn, event.account, event.rules ?? {});
    case 'accountRefused':
      return account.refused(turn, event.code, event.message);
    case 'accountFailed':
      return phone.account.is === 'asked' ? link.fail(turn, 'accountFailed') : undefined;
    case 'passwordNeeded':
      return account.passwordNeeded(turn);
    case 'passwordGiven':
      return account.passwordGiven(turn);
    case 'rulesChanged':
      return change(turn, { rules: { ...phone.rules, ...event.rules } });
    case 'agentSaid':
      return change(turn, { agent: event.agent });
    case 'takenOver':
      return account.takenOver(turn, event.message);
    case 'leaveAsked':
      return account.leave(turn);
    case 'sessionEnded':
      return sessionEnded(turn);

    case 'connected':
      return link.connected(turn);
    case 'connectFailed':
      return link.failed(turn);
    case 'connectionLost':
      return link.lost(turn);
    case 'registerSent':
      return link.registerSent(turn);
    case 'registered':
      return link.registered(turn);
    case 'unregistered':
      return link.unregistered(turn, event.status);
    case 'networkBack':
      return link.networkBack(turn);
    case 'rebuilt':
      return link.rebuilt(turn);
    case 'reinitAsked':
      return link.reinitAsked(turn);
    case 'commandReceived':
      return phone.account.is === 'given'
        ? wake(turn, event.delayMs ?? PHONE.unregisterDelayMs, { type: 'unregisterDue', round: phone.checks.round })
        : undefined;
    case 'looked':
      return link.looked(turn, event);

    case 'refusalRead':
      return change(turn, { refused: null });
    case 'dialPressed':
      return dialing.dial(turn, event.order);
    case 'callCreated':
      return dialing.created(turn, event.session);
    case 'rang':
      return dialing.rang(turn, event.session);
    case 'earlyMediaCame':
      return dialing.earlyMedia(turn, event.session);
    case 'placeFailed':
      return dialing.placeFailed(turn, event.session, event.isDevice ?? false);
    case 'callArrived':
      return incoming.arrive(turn, event.arrival);
    case 'answerPressed':
      return incoming.answer(turn, phone.call?.session);
    case 'declinePressed':
      return incoming.decline(turn);
    case 'hangUpPressed':
      return phone.call?.at === 'incoming' ? incoming.decline(turn) : hangUp(turn);
    case 'answered':
      return talk.answered(turn, event.session);
    case 'ended':
      return ending.ended(turn, event.session, event.by, event.status);
    case 'commandFailed':
      return talk.commandFailed(turn, event.command, event.session, event.isDevice ?? false);
    case 'holdPressed':
      return talk.holdPressed(turn);
    case 'unholdPressed':
      return talk.unholdPressed(turn);
    case 'held':
      return talk.held(turn, event.session);
    case 'unheld':
      return talk.unheld(turn, event.session);
    case 'heldByThem':
      return callOf(turn, event.session) ? changeCall(turn, { heldByThem: event.on }) : undefined;
    case 'soundLost':
      return talk.soundLost(turn, event.session);
    case 'soundBack':
      return callOf(turn, event.session)?.soundLost ? changeCall(turn, { soundLost: false }) : undefined;
    case 'mutePressed':
      return talk.mute(turn);
    case 'keysPressed':
      return keys.pressKeys(turn, event.keys);
    case 'monitorSwitched':
      return talk.switchMonitor(turn, event.action);
    case 'customerNamed':
      return customerNamed(turn, event.session, event.name);
    case 'serverSaid':
      return server.applyServerCall(turn, event.call);
    case 'limitPassed':
      return server.limitPassed(turn, event.callId, event.what);
    case 'soundMissing':
      return act(turn, { type: 'log', what: 'soundMissing' }, { type: 'warn', key: 'notice.soundMissing' });

    default:
      return timerCame(turn, event);
  }
}

/** The same button gives up an order that waits for the phone. */
function hangUp(turn: PhoneTurn): void {
  if (turn.phone.call) talk.hangUp(turn);
  else change(turn, { next: null });
}

/** [PHONE-20] Who still rings is noticed by name. */
function customerNamed(turn: PhoneTurn, session: string, name: string): void {
  const call = callOf(turn, session);
  if (!call) return;
  changeCall(turn, { customerName: name });
  if (call.at === 'incoming')
    act(turn, { type: 'notify', session, number: call.number, groupName: call.groupName, name });
}

/** [W8] The customer lookup says that the session is over: hang up, disconnect, sign out. */
function sessionEnded(turn: PhoneTurn): void {
  account.leave(turn);
  act(turn, { type: 'endSession' });
}
