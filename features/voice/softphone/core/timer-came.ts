import type { PhoneTimer } from '#core/phone/phone-events.ts';
import * as dialing from './dialing.ts';
import * as ending from './ending.ts';
import * as incoming from './incoming.ts';
import * as keys from './keys.ts';
import * as link from './link.ts';
import type { PhoneTurn } from './phone-turn.ts';
import * as talk from './talk.ts';

/** Something the phone asked to be woken for. What it was about may be gone: whoever decides looks first. */
export function timerCame(turn: PhoneTurn, timer: PhoneTimer): void {
  switch (timer.type) {
    case 'connectOverdue':
      return link.connectOverdue(turn, timer.turn);
    case 'reconnectDue':
      return link.reconnectDue(turn, timer.turn);
    case 'reinitDue':
      return link.reinitDue(turn, timer.turn);
    case 'checkDue':
      return link.checkDue(turn, timer.round);
    case 'unregisterDue':
      return link.unregisterDue(turn, timer.round);
    case 'nextDue':
      return dialing.nextDue(turn, timer.turn);
    case 'answerDue':
      return incoming.answer(turn, timer.session);
    case 'unansweredDue':
      return incoming.unanswered(turn, timer.session);
    case 'limitDue':
      return talk.limitDue(turn, timer.session, timer.endsMs);
    case 'holdLimitDue':
      return talk.holdLimitDue(turn, timer.session, timer.endsMs);
    case 'keyDue':
      return keys.keyDue(turn, timer.session);
    case 'endOverdue':
      return ending.endOverdue(turn, timer.session);
    case 'overShownDue':
      return ending.overShown(turn, timer.session);
  }
}
