import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { releasesIn, strangers } from './last-release.ts';

test('releases are listed by version and whole commit, and the last stands at the end', () => {
  const releases = releasesIn(readFileSync('docs/releases.tsv', 'utf8'));
  expect(releases.length).toBeGreaterThan(0);
  for (const { version, commit } of releases) {
    expect(version).toMatch(/^v\d+\.\d+\.\d+$/);
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
  }
  expect(new Set(releases.map(({ version }) => version)).size).toBe(releases.length);
});

test('a package of another major version, or one that is gone, keeps an old server from being started; those of developers do not', () => {
  const lock = {
    packages: {
      '': { version: '0.9.0' },
      'node_modules/fastify': { version: '5.1.0' },
      'node_modules/@scope/gone': { version: '1.0.0' },
      'node_modules/pg': { version: '8.1.0' },
      'node_modules/pg/node_modules/inner': { version: '1.0.0' },
      'node_modules/vitest': { version: '1.0.0', dev: true },
      'node_modules/windows-only': { version: '1.0.0', optional: true },
    },
  };
  const installed: Record<string, string> = { fastify: '6.0.0', pg: '8.99.0' };
  expect(strangers(lock, (name) => installed[name] ?? null)).toEqual(['fastify', '@scope/gone']);
});
