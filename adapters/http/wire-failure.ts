import { OutsideFailure, type OutsideFailureReason } from '#core/http/outside-fetch.port.ts';

const LOOKED_AT = 'OutsideFailure';

/** A reason that survives the way through Node's sockets. */
export const reasoned = (reason: OutsideFailureReason): NodeJS.ErrnoException =>
  Object.assign(new Error(reason), { code: LOOKED_AT });
export const asFailure = (problem: unknown): OutsideFailure => {
  if (problem instanceof OutsideFailure) return problem;
  // Several addresses were tried: each has its own error.
  const { code, message } = (problem instanceof AggregateError ? problem.errors[0] : problem) as NodeJS.ErrnoException;
  return new OutsideFailure(code === LOOKED_AT ? (message as OutsideFailureReason) : 'unreachable');
};
