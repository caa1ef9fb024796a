/**
 * Stands before the database where somebody shows a token: whoever makes tokens up costs a bounded number of questions.
 *
 * 1. What cannot be a token is nobody's, and so is what was found to be nobody's a moment ago: tokens are chance, one that is
 *    wrong does not become right.
 * 2. Of one network a few are looked up at a time, the rest wait. After too many that were nobody's, whoever waits or comes is
 *    refused (`tooManyRequests`) until the minute is over. Right tokens count nowhere: a whole office may come back at once.
 */
export interface TokenGuard {
  /** Asks the database unless there is no need; null when the token is nobody's, or not for this purpose. */
  ask<T>(token: string, address: string, lookUp: () => Promise<T | null>, purpose?: string): Promise<T | null>;
  /** Something changed that may make a token good again, as somebody who is switched on. */
  forget(): void;
}
