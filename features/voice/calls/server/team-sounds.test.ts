import { expect, test } from 'vitest';
import { heardSound, namesTeamSound } from './team-sounds.ts';

const samples = new Int16Array([1, 2, 3]);
const teamSound = async (tenantId: number, soundId: number) => (tenantId === 1 && soundId === 12 ? samples : null);
const menu = (prompt: string) => ({
  sequence: [
    { prompt: 'menu.wrong', language: 'en-US' },
    { prompt, language: 'en-US' },
  ],
});

test('[CC-16] a menu says what the team recorded; where that is gone, the standard announcement', async () => {
  expect(await heardSound(menu('sound.12'), 1, teamSound)).toEqual({
    sequence: [{ prompt: 'menu.wrong', language: 'en-US' }, { samples }],
  });
  expect(await heardSound(menu('sound.13'), 1, teamSound)).toEqual(menu('menu.main'));
  expect(await heardSound(menu('sound.12'), 2, teamSound)).toEqual(menu('menu.main'));
});

test('[CC-16] the product’s own sounds are asked of nobody', () => {
  expect([menu('menu.main'), { name: 'music' as const }, menu('soundly.12')].map(namesTeamSound)).toEqual([
    false,
    false,
    false,
  ]);
  expect(namesTeamSound(menu('sound.12'))).toBe(true);
});
