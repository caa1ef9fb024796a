import type { FailureName } from '#shared/errors.ts';

/** A file that cannot be taken in, by the name of the failure people are told. Errors cross threads without their class, so the name is data. */
export class Unreadable extends Error {
  readonly failure: FailureName;

  constructor(failure: FailureName) {
    super(failure);
    this.failure = failure;
  }
}
