import { textOf, type TextOf } from '#platform/web/i18n.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';

interface Missed {
  at: number;
  expectation: Record<string, unknown>;
  found?: unknown;
}

const LONGEST = 160;
const short = (text: string): string => (text.length > LONGEST ? `…${text.slice(-LONGEST)}` : text);
const listed = (found: unknown): string =>
  short(
    Array.isArray(found)
      ? found.join(' · ')
      : found === null || found === undefined
        ? textOf('flows.found.nothing')
        : String(found),
  );

/** What was expected, and what there was instead, in words. */
export function missText(t: TextOf, { at, expectation, found }: Missed): string {
  const { words, notWords, branch, variable, result, maxLatencyMs } = expectation as {
    words?: string;
    notWords?: string;
    branch?: string;
    node?: string;
    variable?: { attrKey: string; is: string | number };
    result?: number;
    maxLatencyMs?: number;
  };
  const step = at;
  if (words !== undefined)
    return t('flows.miss.words', { step, words, found: listed(Array.isArray(found) ? found.slice(-2) : found) });
  if (notWords !== undefined) return t('flows.miss.notWords', { step, words: notWords });
  if (branch !== undefined) return t('flows.miss.branch', { step, branch, found: listed(found) });
  if (variable !== undefined)
    return t('flows.miss.variable', {
      step,
      name: variable.attrKey,
      wanted: String(variable.is),
      found: listed(found),
    });
  if (result !== undefined)
    return t('flows.miss.result', {
      wanted: codeLabel(AiCallResult, result),
      found: typeof found === 'number' ? codeLabel(AiCallResult, found) : listed(found),
    });
  return t('flows.miss.latency', { step, wanted: maxLatencyMs ?? 0, found: Number(found) });
}
