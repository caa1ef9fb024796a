import type { SsoRefusal } from '../contract.ts';

/** A message of an identity provider that is not taken, and why. The person learns less than the administrator. */
export class SsoRefused extends Error {
  readonly why: SsoRefusal;
  constructor(why: SsoRefusal) {
    super(why);
    this.why = why;
  }
}

export function refused(why: SsoRefusal): never {
  throw new SsoRefused(why);
}
