/** What a host said of itself. */
export interface HostAnswer {
  /** It follows nobody, and refuses no writes. */
  takesWrites: boolean;
  /** Grows with each promotion: of two that take writes the one promoted later has the greater. */
  timeline: number;
}

/**
 * Which of several hosts is written to; null where none takes writes. Two that do are a cluster torn apart: the one that was promoted
 * last is right, as whoever promoted it gave the other up; also when it does not answer just now: `newest` is the greatest timeline that was
 * written to, and nothing older is written to again. `null` among the answers: silence, or a refusal.
 */
export function choosePrimary(
  answers: readonly (HostAnswer | null)[],
  { current, newest }: { current: number | null; newest: number },
): number | null {
  let chosen: number | null = null;
  for (const [place, answer] of answers.entries()) {
    if (!answer?.takesWrites || answer.timeline < newest) continue;
    const best = chosen === null ? null : answers[chosen]!;
    if (best === null || answer.timeline > best.timeline || (answer.timeline === best.timeline && place === current))
      chosen = place;
  }
  return chosen;
}
