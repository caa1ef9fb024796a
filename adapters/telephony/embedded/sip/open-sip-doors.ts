import type { IncomingInviteRequest } from 'sip.js/lib/core/index.js';
import { openBanList } from './open-ban-list.ts';
import { openNonces } from './digest.ts';
import { openGuestGate } from './open-guest-gate.ts';
import type { IsOurHost } from './our-hosts.ts';
import { openPasswordCheck } from './password-check.ts';
import { EdgePhone, type PhoneSocket } from './phone.ts';
import type { PhoneBook } from './phone-book.ts';
import { openRegistrar } from './open-registrar.ts';
import type { SipLimits } from './sip-constants.ts';
import type { SipAccounts } from './sip-edge.ts';
import type { SipTimers } from './sip-timers.ts';
import type { Suspect } from './suspicions.ts';

export interface SipDoorsOptions {
  domain: string;
  isOurs: IsOurHost;
  accounts: SipAccounts;
  clock: { nowMs(): number };
  limits: SipLimits;
  random(bytes: number): Buffer;
  book: PhoneBook;
  timers: SipTimers;
  suspicious: Suspect;
  replaced(account: string, from: string): void;
  onInvite(phone: EdgePhone, request: IncomingInviteRequest): void;
}

/** The two ways in: accounts register, guests show their pass. Both count wrong proofs together. */
export function openSipDoors({ accounts, limits, random, timers, onInvite, ...world }: SipDoorsOptions) {
  const doors = {
    ...world,
    bans: openBanList(world.clock),
    nonces: openNonces(world.clock, random),
    wait: (ms: number) => new Promise<void>((done) => timers.after(ms, done)),
  };
  const newPhone = (account: string, socket: PhoneSocket, isGuest: boolean): EdgePhone =>
    new EdgePhone(account, world.domain, socket, random(4).toString('hex'), limits, onInvite, isGuest);
  const whyNotProven = openPasswordCheck({ ...doors, accounts });
  return {
    whyNotProven,
    registrar: openRegistrar({
      ...doors,
      whyNotProven,
      newPhone: (account, socket) => newPhone(account, socket, false),
    }),
    gate:
      accounts.guests &&
      openGuestGate({
        ...doors,
        guests: accounts.guests,
        limits,
        newPhone: (guest, socket) => newPhone(guest, socket, true),
      }),
  };
}
