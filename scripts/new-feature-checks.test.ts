import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const PLACE = 'features/voice/door-bells';
let scratch: string;

/** The repository as it stands, with one more feature. */
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'openseat-door-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const there = files
    .toString()
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)));
  for (const folder of new Set(there.map(dirname))) mkdirSync(join(scratch, folder), { recursive: true });
  for (const file of there) copyFileSync(join(root, file), join(scratch, file));
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
  expect(run('scripts/new-feature.mjs', PLACE.replace('features/', ''))).toContain('is written and listed');
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: scratch,
    encoding: 'utf8',
    // The compiler lives for seconds: half of its processor time was collecting garbage.
    env: { ...plainEnv(), GOGC: 'off', GOMEMLIMIT: '4GiB' },
  });
  return `${stdout}${stderr}${status === 0 ? '' : `exit ${status}`}`;
}

/** Tests inside a test must not think they are the outer ones. */
const plainEnv = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV)/.test(name)));

test('the formatter and the linter have nothing to say', () => {
  const written = [PLACE, 'apps/server/features.ts', 'apps/web/features.ts'];
  expect(run('node_modules/oxfmt/bin/oxfmt', '--list-different', ...written)).toBe('');
  expect(run('node_modules/oxlint/bin/oxlint', ...written)).toContain('Found 0 warnings and 0 errors');
});

// Its tests know the whole product, whose types are checked elsewhere; that they run is shown below.
test.each([
  ['pure', [`${PLACE}/contract.ts`]],
  ['server', [`${PLACE}/server/index.ts`]],
  ['web', [`${PLACE}/web/index.ts`]],
])(
  'its types are right on the %s side',
  (side, include) => {
    writeFileSync(join(scratch, 'tsconfig.one.json'), JSON.stringify({ extends: `./tsconfig.${side}.json`, include }));
    expect(run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.one.json', '--pretty', 'false')).toBe('');
  },
  120_000,
);

test('its own tests pass, and so do the rules of the house', () => {
  // One worker of each kind: two would both load the whole product, for one file that needs it each.
  const wanted = [PLACE, 'test/architecture', '--maxWorkers=1', '--reporter=dot'];
  const output = run('node_modules/vitest/vitest.mjs', 'run', ...wanted);
  expect(output).toMatch(/Test Files .*passed/);
  expect(output).not.toMatch(/failed|exit \d/);
}, 180_000);
