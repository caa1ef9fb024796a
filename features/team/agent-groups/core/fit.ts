import type { Agent, Requirement } from './routing.ts';

/** What an entry asks for at this moment. Entries with the same `key` fit the same agents. */
export interface Need {
  key: string;
  required: readonly { skill: string; level: number }[];
  preferred: readonly { skill: string; level: number }[];
}

const nobodyAsks: Need = { key: '', required: [], preferred: [] };

/** Rule 4: what is left of the requirements after a wait. */
export function needAfter(waitedMs: number, requirements: readonly Requirement[]): Need {
  if (requirements.length === 0) return nobodyAsks;
  const relaxed = (one: Requirement): boolean => one.relaxAfterSec !== null && waitedMs >= one.relaxAfterSec * 1_000;
  const required = requirements.filter((one) => one.required && !relaxed(one));
  const preferred = requirements.filter((one) => one.required === relaxed(one));
  const spell = (list: readonly Requirement[]) =>
    list
      .map(({ skill, level }) => `${JSON.stringify(skill)}:${level}`)
      .sort()
      .join();
  return { key: `${spell(required)}|${spell(preferred)}`, required, preferred };
}

/** The next wait at which the need changes; null when it will not. */
export function nextRelaxMs(waitedMs: number, requirements: readonly Requirement[]): number | null {
  let next: number | null = null;
  for (const { relaxAfterSec } of requirements) {
    if (relaxAfterSec === null || relaxAfterSec * 1_000 <= waitedMs) continue;
    if (next === null || relaxAfterSec * 1_000 < next) next = relaxAfterSec * 1_000;
  }
  return next;
}

const can = (agent: Pick<Agent, 'skills'>, { skill, level }: { skill: string; level: number }): boolean =>
  (agent.skills[skill] ?? 0) >= level;

export const fits = (agent: Pick<Agent, 'skills'>, need: Need): boolean =>
  need.required.every((one) => can(agent, one));

/** How many preferred skills the agent lacks: fewer is better. */
export const lacks = (agent: Pick<Agent, 'skills'>, need: Need): number =>
  need.preferred.reduce((count, one) => count + (can(agent, one) ? 0 : 1), 0);
