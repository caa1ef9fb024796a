import { serviceLevel, unansweredOf, type Figures } from './call-figures.ts';

/** Of ten promises two may be broken before somebody has to look. */
const LEVEL_KEPT = 0.8;

/** The groups in which something goes wrong: calls nobody took, or promises not kept; the worst first. */
export const groupsInTrouble = <Group extends Figures>(groups: readonly Group[]): Group[] =>
  groups
    .filter((group) => unansweredOf(group) > 0 || (serviceLevel(group) ?? 1) < LEVEL_KEPT)
    .sort((a, b) => unansweredOf(b) - unansweredOf(a) || (serviceLevel(a) ?? 1) - (serviceLevel(b) ?? 1));
