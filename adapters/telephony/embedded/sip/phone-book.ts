import type { Binding, EdgePhone } from './phone.ts';

/** Which phones are registered under an account, and where they can be reached. */
export interface PhoneBook {
  contacts(account: string): { phone: EdgePhone; binding: Binding }[];
  /** The phone of this account that registered under one of these names before. */
  known(account: string, names: readonly string[]): EdgePhone | undefined;
  bind(phone: EdgePhone, binding: Binding): void;
  /** Knows a phone that is registered nowhere. */
  add(phone: EdgePhone): void;
  unbind(phone: EdgePhone, bindings: readonly Binding[]): void;
  /** Lets registrations run out, and phones that did not come back. */
  sweep(nowMs: number): void;
  /** Drops a phone nothing is left of. */
  tidy(phone: EdgePhone): void;
  remove(phone: EdgePhone): void;
  phones(account: string): EdgePhone[];
  all(): Iterable<EdgePhone>;
}
