import { expect, test } from 'vitest';
import { skillOf, skillsOf, tagOf } from './skill-tags.ts';

test('[CC-02] a skill is written with its level, and without one it is the best', () => {
  expect(['es 9', ' French cuisine  3 ', 'es', 'es 0', 'es 11', '', '7'].map(skillOf)).toEqual([
    { skill: 'es', level: 9 },
    { skill: 'French cuisine', level: 3 },
    { skill: 'es', level: 10 },
    null,
    null,
    null,
    { skill: '7', level: 10 },
  ]);
  expect(tagOf({ skill: 'es', level: 9 })).toBe('es 9');
});

test('[CC-02] a skill is had once', () => {
  expect(skillsOf(['es 3', 'en', 'es 9', 'x 0'])).toEqual([
    { skill: 'es', level: 9 },
    { skill: 'en', level: 10 },
  ]);
});
