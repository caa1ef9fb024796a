import { hasText, textOf } from '#platform/web/i18n.ts';

/** What is wrong with an account: in the reader's language where we have words for it, else in the carrier's. */
export function problemText(problem: string): string {
  const key = `chat-carriers.problem.${problem}`;
  return hasText(key) ? textOf(key) : problem;
}
