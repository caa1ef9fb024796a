import type { AnswerKind } from '../core/walk.ts';
import type { useText } from '#platform/web/i18n.ts';

/** An answer as it is read: yes and no in the reader's language. */
export const answerText = (t: ReturnType<typeof useText>, kind: AnswerKind, answer: string): string =>
  kind === 'yesNo' && (answer === 'yes' || answer === 'no') ? t(`scripts.${answer}`) : answer;
