import type { Binding, Phone } from './phone.ts';

/** Which phones are registered under an account, and where they can be reached. */
export interface PhoneBook {
  contacts(account: string): { phone: Phone; binding: Binding }[];
  /** The phone of this account that registered under one of these names before. */
  known(account: string, names: readonly string[]): Phone | undefined;
  bind(phone: Phone, binding: Binding): void;
  /** Knows a phone that is registered nowhere. */
  add(phone: Phone): void;
  unbind(phone: Phone, bindings: readonly Binding[]): void;
  /** Lets registrations run out, and phones that did not come back. */
  sweep(nowMs: number): void;
  /** Drops a phone nothing is left of. */
  tidy(phone: Phone): void;
  remove(phone: Phone): void;
  phones(account: string): Phone[];
  all(): Iterable<Phone>;
}
