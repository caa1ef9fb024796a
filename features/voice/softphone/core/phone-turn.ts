import type { PhoneLink, Phone, PhoneCall } from '#core/phone/phone.ts';
import type { PhoneEffect, PhoneTimer } from '#core/phone/phone-events.ts';

/** One decision while it is made: the phone as it becomes, and what is asked for so far. Nothing outlives the decision. */
export interface PhoneTurn {
  phone: Phone;
  readonly nowMs: number;
  readonly effects: PhoneEffect[];
}

export const change = (turn: PhoneTurn, part: Partial<Phone>): void => void (turn.phone = { ...turn.phone, ...part });

export const act = (turn: PhoneTurn, ...effects: PhoneEffect[]): void => void turn.effects.push(...effects);

export const wake = (turn: PhoneTurn, afterMs: number, event: PhoneTimer): void =>
  act(turn, { type: 'wake', afterMs: Math.max(0, afterMs), event });

/** Moves the link on; every move makes older timers of it void. */
export function changeLink(turn: PhoneTurn, part: Partial<Omit<PhoneLink, 'turn'>>): number {
  const number = turn.phone.link.turn + 1;
  change(turn, { link: { ...turn.phone.link, ...part, turn: number } });
  return number;
}

/** Nothing to do without a call. */
export function changeCall(turn: PhoneTurn, part: Partial<PhoneCall>): void {
  if (turn.phone.call) change(turn, { call: { ...turn.phone.call, ...part } });
}

/** The call, if it is the one this session belongs to (rule 5). */
export const callOf = ({ phone }: PhoneTurn, session: string): PhoneCall | null =>
  phone.call?.session === session ? phone.call : null;
