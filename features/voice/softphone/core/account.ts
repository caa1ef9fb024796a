import { failures } from '#shared/errors.ts';
import { ConnectionType } from '#shared/codes/connection-type.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { newPhone, type PhoneAccount, type PhoneRules } from '#core/phone/phone.ts';
import { forget } from './ending.ts';
import { askAgain, connect, fail, startChecks, stopChecks } from './link.ts';
import { act, change, changeLink, type PhoneTurn } from './phone-turn.ts';

/** The agent wants a phone on this page; a refused one may be taken over from the other device. */
export function wanted(turn: PhoneTurn, takeOver: boolean): void {
  const { account, link } = turn.phone;
  if (account.is === 'asked' || (account.is === 'given' && link.at !== 'left')) return;
  askAgain(turn, takeOver);
}

export function given(turn: PhoneTurn, account: PhoneAccount, rules: Partial<PhoneRules>): void {
  if (turn.phone.account.is !== 'asked') return;
  change(turn, { account: { is: 'given', ...account }, rules: { ...turn.phone.rules, ...rules } });
  changeLink(turn, { attempt: 0, wasReady: false });
  startChecks(turn);
  connect(turn);
}

const TIPS: readonly number[] = [
  failures.phoneAgentMissing.code,
  failures.phoneAgentDisabled.code,
  failures.phoneInUseElsewhere.code,
  failures.sipPhoneInstead.code,
  failures.mobileInstead.code,
];

/** What passes by itself, or with a seat. */
const PASSING: readonly number[] = [
  failures.phoneSeatUnavailable.code,
  failures.tooManyRequests.code,
  failures.unavailable.code,
  failures.unexpected.code,
];

/**
 * 407, 408 and 409 become the tip of the phone, 411 a warning and no phone; anything else may pass (specification W8). What
 * /api/userinfo refuses is an error of the phone instead, and is not asked again by itself: a wrong password would lock the account.
 */
export function refused(turn: PhoneTurn, code: number, message: string): void {
  if (turn.phone.account.is !== 'asked') return;
  if (turn.phone.rules.connectionType === ConnectionType.userInfo && !PASSING.includes(code)) {
    change(turn, { account: { is: 'failed', tip: message }, next: null });
    changeLink(turn, { at: 'refused', told: true });
    act(turn, { type: 'log', what: 'userInfoRefused' }, { type: 'warnMessage', text: message });
  } else if (TIPS.includes(code)) {
    change(turn, { account: { is: 'refused', code, tip: message }, next: null });
    changeLink(turn, { at: 'idle' });
  } else if (code === failures.phoneSeatUnavailable.code) {
    change(turn, { account: { is: 'none' }, next: null });
    changeLink(turn, { at: 'idle' });
    if (message !== '') act(turn, { type: 'warnMessage', text: message });
  } else fail(turn, 'accountFailed');
}

export function passwordNeeded(turn: PhoneTurn): void {
  const { account } = turn.phone;
  if (account.is === 'asked') change(turn, { account: { ...account, needsPassword: true } });
}

export function passwordGiven(turn: PhoneTurn): void {
  const { account } = turn.phone;
  if (account.is === 'failed' || (account.is === 'asked' && account.needsPassword)) askAgain(turn, false);
}

/** The other device goes on, also with the call: nobody hangs up here. */
export function takenOver(turn: PhoneTurn, message: string): void {
  if (turn.phone.account.is === 'none') return;
  forget(turn);
  change(turn, {
    account: { is: 'refused', code: failures.phoneInUseElsewhere.code, tip: message },
    next: null,
    cut: null,
    refused: null,
  });
  stopChecks(turn);
  changeLink(turn, { at: 'left', wasReady: false });
  act(turn, { type: 'disconnect' });
}

/** The phone is put away: the call ends, and nothing rings here any more. */
export function leave(turn: PhoneTurn): void {
  const { account, call, link, rules, agent, made, lastCallId } = turn.phone;
  if (call) act(turn, { type: 'hangUp', session: call.session });
  forget(turn);
  if (account.is === 'given')
    act(turn, { type: 'unregister' }, { type: 'disconnect' }, { type: 'playTone', tone: ToneFlag.offline });
  const checks = stopChecks(turn);
  change(turn, {
    ...newPhone(rules),
    agent,
    made,
    lastCallId,
    checks,
    link: { ...link, at: 'left', wasReady: false, attempt: 0, turn: link.turn + 1 },
  });
}
