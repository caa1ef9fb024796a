export interface TaggedSkill {
  skill: string;
  level: number;
}

const BEST = 10;

/** `es 9` as a skill; null when it is none. Without a level it is the best. */
export function skillOf(tag: string): TaggedSkill | null {
  const [, skill = '', level = String(BEST)] = /^(.*?)(?:\s+(\d{1,2}))?$/.exec(tag.trim()) ?? [];
  const found = { skill: skill.trim(), level: Number(level) };
  return found.skill !== '' && found.skill.length <= 40 && found.level >= 1 && found.level <= BEST ? found : null;
}

export const tagOf = ({ skill, level }: TaggedSkill): string => `${skill} ${level}`;

/** The skills of these tags; of one named twice the last counts, and what is none is left out. */
export function skillsOf(tags: readonly string[]): TaggedSkill[] {
  const found = new Map<string, TaggedSkill>();
  for (const skill of tags.map(skillOf)) if (skill) found.set(skill.skill, skill);
  return [...found.values()];
}
