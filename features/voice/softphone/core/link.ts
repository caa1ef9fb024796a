import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { cutOut } from './ending.ts';
import type { Checks } from '#core/phone/phone.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { PhoneEvent } from '#core/phone/phone-events.ts';
import { act, change, changeLink, wake, type PhoneTurn } from './phone-turn.ts';

const FORBIDDEN = 403;

export function askAgain(turn: PhoneTurn, takeOver: boolean): void {
  change(turn, { account: { is: 'asked', takeOver } });
  changeLink(turn, { at: 'idle' });
  act(turn, { type: 'askAccount', takeOver });
}

/** Opens the websocket; every session of the phone stays. */
export function connect(turn: PhoneTurn): void {
  const number = changeLink(turn, { at: 'connecting', attempt: turn.phone.link.attempt + 1 });
  act(turn, { type: 'connect' });
  wake(turn, PHONE.transportTimeoutMs, { type: 'connectOverdue', turn: number });
}

export function connected(turn: PhoneTurn): void {
  const { at } = turn.phone.link;
  if (at !== 'connecting' && at !== 'disconnected') return;
  changeLink(turn, { at: 'connected' });
  act(turn, { type: 'register' });
}

export function registerSent(turn: PhoneTurn): void {
  if (turn.phone.link.at === 'connected') changeLink(turn, { at: 'registering' });
}

export function registered(turn: PhoneTurn): void {
  const { at, wasReady } = turn.phone.link;
  if (at !== 'connected' && at !== 'registering') return;
  const number = changeLink(turn, { at: 'ready', attempt: 0, wasReady: true, told: false });
  change(turn, { checks: { ...turn.phone.checks, failed: 0 } });
  act(turn, { type: 'playTone', tone: ToneFlag.online }, { type: 'restoreStatus', again: wasReady });
  if (turn.phone.next) wake(turn, PHONE.dialAfterRegisteredMs, { type: 'nextDue', turn: number });
}

/** 403, or no before having been registered, is a failure; a registration that was lost is made again (specification W4). */
export function unregistered(turn: PhoneTurn, status: number | null): void {
  const { at } = turn.phone.link;
  if (at !== 'connected' && at !== 'registering' && at !== 'ready') return;
  if (status === FORBIDDEN) {
    changeLink(turn, { at: 'refused', told: true });
    change(turn, { next: null });
    return act(
      turn,
      { type: 'log', what: 'registrationRefused' },
      { type: 'warn', key: 'notice.dialerRegisterFailed' },
    );
  }
  if (at !== 'ready') return fail(turn, 'registrationFailed');
  changeLink(turn, { at: 'connected' });
  act(turn, { type: 'register' });
}

/** The first try is made at once, the others four seconds apart. */
export function lost(turn: PhoneTurn): void {
  const { at } = turn.phone.link;
  if (at === 'connecting') return failed(turn);
  if (at !== 'connected' && at !== 'registering' && at !== 'ready') return;
  const wasGood = at === 'ready';
  const number = changeLink(turn, { at: 'disconnected', attempt: wasGood ? 0 : turn.phone.link.attempt });
  if (wasGood)
    act(turn, { type: 'playTone', tone: ToneFlag.offline }, { type: 'warn', key: 'notice.networkReconnecting' });
  if (turn.phone.link.attempt >= PHONE.reconnections) return fail(turn, 'connectionLost');
  wake(turn, wasGood ? 0 : PHONE.reconnectEveryMs, { type: 'reconnectDue', turn: number });
}

export function failed(turn: PhoneTurn): void {
  if (turn.phone.link.at !== 'connecting') return;
  act(turn, { type: 'log', what: 'connectFailed' });
  if (turn.phone.link.attempt >= PHONE.reconnections) return fail(turn, 'connectFailed');
  wake(turn, PHONE.reconnectEveryMs, { type: 'reconnectDue', turn: changeLink(turn, { at: 'disconnected' }) });
}

export function connectOverdue(turn: PhoneTurn, number: number): void {
  if (turn.phone.link.turn === number) failed(turn);
}

export function reconnectDue(turn: PhoneTurn, number: number): void {
  if (turn.phone.link.turn === number && turn.phone.link.at === 'disconnected') connect(turn);
}

/** The agent is told once; the phone goes on trying. */
export function fail(turn: PhoneTurn, what: string): void {
  const { told: wasWarned } = turn.phone.link;
  const number = changeLink(turn, { at: 'error', attempt: 0, told: true });
  change(turn, { checks: { ...turn.phone.checks, failed: 0 } });
  act(turn, { type: 'log', what });
  if (!wasWarned) act(turn, { type: 'warn', key: 'notice.dialerRegisterFailed' });
  giveUpNext(turn);
  wake(turn, PHONE.reinitAfterMs, { type: 'reinitDue', turn: number });
}

function giveUpNext(turn: PhoneTurn): void {
  const { next } = turn.phone;
  if (!next) return;
  if (next.triesLeft > 1) return change(turn, { next: { ...next, triesLeft: next.triesLeft - 1 } });
  change(turn, { next: null });
  act(turn, { type: 'warn', key: 'notice.callNotPlaced' });
}

export function reinitDue(turn: PhoneTurn, number: number): void {
  if (turn.phone.link.turn === number && turn.phone.link.at === 'error') reinit(turn);
}

export function reinitAsked(turn: PhoneTurn): void {
  const { account, link } = turn.phone;
  // Who was refused needs another password.
  if (link.at === 'refused' || link.at === 'left') return askAgain(turn, false);
  if (account.is !== 'asked' || link.at === 'error') reinit(turn);
}

/** Builds the connection anew; while a call lives only the websocket is opened again, for its sake (rule 2). */
export function reinit(turn: PhoneTurn): void {
  const { account, call } = turn.phone;
  if (account.is !== 'given') return askAgain(turn, account.is === 'asked' && account.takeOver);
  changeLink(turn, { attempt: 0 });
  if (call) return connect(turn);
  changeLink(turn, { at: 'reinit' });
  act(turn, { type: 'rebuild' });
}

export function rebuilt(turn: PhoneTurn): void {
  if (turn.phone.link.at === 'reinit') connect(turn);
}

/** Waiting would cost the agent calls: try at once, or prove that a silent connection still carries. */
export function networkBack(turn: PhoneTurn): void {
  const { at } = turn.phone.link;
  if (at === 'ready') return act(turn, { type: 'register' });
  if (at !== 'disconnected' && at !== 'error') return;
  if (turn.phone.account.is !== 'given') return reinit(turn);
  changeLink(turn, { attempt: 0 });
  connect(turn);
}

/** A round of checks is one sign-in of the phone: a command to an earlier one does nothing. */
export function unregisterDue(turn: PhoneTurn, round: number): void {
  if (turn.phone.checks.round !== round || turn.phone.account.is !== 'given') return;
  changeLink(turn, { at: 'left', wasReady: false });
  change(turn, { next: null });
  stopChecks(turn);
  act(turn, { type: 'unregister' }, { type: 'playTone', tone: ToneFlag.offline });
}

export function startChecks(turn: PhoneTurn): void {
  const { round } = stopChecks(turn);
  wake(turn, PHONE.checkEveryMs, { type: 'checkDue', round });
}

/** Makes every timer of this sign-in void. */
export function stopChecks(turn: PhoneTurn): Checks {
  const checks = { round: turn.phone.checks.round + 1, failed: 0, sessionless: 0 };
  change(turn, { checks });
  return checks;
}

export function checkDue(turn: PhoneTurn, round: number): void {
  if (turn.phone.checks.round !== round) return;
  act(turn, { type: 'look' });
  wake(turn, PHONE.checkEveryMs, { type: 'checkDue', round });
}

/** Three looks in a row that find something else than the phone believes make an error. */
export function looked(turn: PhoneTurn, seen: Extract<PhoneEvent, { type: 'looked' }>): void {
  const { call, checks, account, link } = turn.phone;
  if (account.is !== 'given' || link.at === 'left' || link.at === 'refused') return;
  const hasSession = call === null || call.at === 'callingOut' || seen.session === call.session;
  const isExpected = isLinkExpected(turn, seen) && hasSession && (call !== null || seen.session === null);
  const failed = isExpected ? 0 : checks.failed + 1;
  const sessionless = hasSession ? 0 : checks.sessionless + 1;
  change(turn, { checks: { ...checks, failed, sessionless } });
  if (failed <= PHONE.checkFailuresAllowed) return;
  // What has no session any more keeps nothing from being built anew.
  if (sessionless > PHONE.checkFailuresAllowed) cutOut(turn);
  if (link.at !== 'error') fail(turn, 'checkFailed');
}

/** States with a timer of their own leave by it. */
function isLinkExpected(turn: PhoneTurn, { isUp, isRegistered }: { isUp: boolean; isRegistered: boolean }): boolean {
  switch (turn.phone.link.at) {
    case 'ready':
      return isUp && isRegistered;
    case 'connected':
    case 'registering':
    case 'reinit':
      return false;
    default:
      return true;
  }
}
