/** The names of all failures; the table adds them (`errors.ts`), which this file must not know: pages fetch it when one is answered. */
export interface FailureNames {}
type Name = keyof FailureNames & string;

/** A failure we expect and can explain. Anything else that is thrown is a bug. */
export class Failure extends Error {
  override readonly name: Name;
  readonly detail: string;

  constructor(name: Name, detail = '') {
    super(detail || name);
    this.name = name;
    this.detail = detail;
  }
}
