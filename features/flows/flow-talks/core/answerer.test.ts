import { describe, expect, test } from 'vitest';
import { hearAnswerer, hearAnswererWords, openAnswerer } from './answerer.ts';

const sounds = { silence: null, speech: null, ring: 425, beep: 1_000 } as const;
type Part = readonly [keyof typeof sounds, number];

/** What is told, each with the moment it was. */
function findingsOf(...parts: readonly Part[]): [string, number][] {
  let state = openAnswerer();
  let nowMs = 0;
  const all: [string, number][] = [];
  for (const [what, ms] of parts)
    for (let passed = 0; passed < ms; passed += 32) {
      nowMs += 32;
      const step = hearAnswerer(state, { probability: what === 'silence' ? 0.02 : 0.9, toneHz: sounds[what] });
      state = step.state;
      for (const one of step.findings) all.push([one.is, nowMs]);
    }
  return all;
}
const names = (...parts: readonly Part[]): string[] => findingsOf(...parts).map(([is]) => is);

test('“Hello?” is a person, a second after they stopped', () => {
  const findings = findingsOf(['silence', 320], ['speech', 480], ['silence', 2_000]);
  expect(findings.map(([is]) => is)).toEqual(['speech', 'person']);
  expect(findings[1]![1]).toBeLessThan(320 + 480 + 1_000);
});

test('who says nothing is a person who waits', () => {
  expect(names(['silence', 4_000])).toEqual(['person']);
});

describe('a machine', () => {
  test('talks on, and waits after its beep', () => {
    expect(names(['speech', 6_000], ['silence', 400], ['beep', 400], ['silence', 200])).toEqual([
      'speech',
      'machine',
      'machineWaits',
    ]);
  });

  test('that does not beep waits once it has been silent', () => {
    const findings = findingsOf(['speech', 4_000], ['silence', 900], ['speech', 2_000], ['silence', 3_000]);
    expect(findings.map(([is]) => is)).toEqual(['speech', 'machine', 'machineWaits']);
    expect(findings[2]![1]).toBeGreaterThan(4_000 + 900 + 2_000 + 1_700);
  });

  test('that is known by its beep waits when the beep is over', () => {
    expect(names(['speech', 1_000], ['silence', 300], ['beep', 500], ['silence', 100])).toEqual([
      'speech',
      'machine',
      'machineWaits',
    ]);
  });
});

test('a line that rings says nothing', () => {
  expect(names(['ring', 1_000], ['silence', 4_000], ['ring', 1_000], ['silence', 3_000])).toEqual([]);
});

test('a machine that says one short sentence is known by its words, and waits after it', () => {
  let state = openAnswerer();
  const findings: string[] = [];
  const become = (step: ReturnType<typeof hearAnswerer>): void => {
    state = step.state;
    findings.push(...step.findings.map(({ is }) => is));
  };
  const pass = (probability: number, ms: number): void => {
    for (let passed = 0; passed < ms; passed += 32) become(hearAnswerer(state, { probability, toneHz: null }));
  };
  pass(0.9, 1_500);
  pass(0.02, 256);
  become(hearAnswererWords(state, 'machine'));
  expect(findings).toEqual(['speech', 'machine']);
  pass(0.02, 1_600);
  expect(findings).toEqual(['speech', 'machine', 'machineWaits']);
  become(hearAnswererWords(state, 'person'));
  expect(findings).toHaveLength(3);
});
