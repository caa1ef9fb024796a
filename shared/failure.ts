import type { FailureName } from './errors.ts';

/** A failure we expect and can explain. Anything else that is thrown is a bug. Apart from the table of all of them, which pages fetch when one is answered. */
export class Failure extends Error {
  override readonly name: FailureName;
  readonly detail: string;

  constructor(name: FailureName, detail = '') {
    super(detail || name);
    this.name = name;
    this.detail = detail;
  }
}
