import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Releases of a machine, each in a folder of its own: what runs is never touched. Rules:
 * 1. `repository` is a clone, `releases/<name>` a release that is whole, `current` a link to one of them.
 * 2. A release is made under another name and renamed once its packages are there and its pages built: one that broke off is nobody's.
 * 3. The link changes in one step. Who runs goes on in the folder it was started from; who starts takes the new one.
 *
 * `git`, `install` and `build` answer null, or why they failed. Answers `{ folder, before }`, or `{ why }`.
 */
export async function layOutRelease({ at, name, version, git, install, build, say }) {
  const releases = join(at, 'releases');
  const folder = join(releases, name);
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(name)) return { why: `${name} is no name of a folder` };
  mkdirSync(releases, { recursive: true });
  for (const left of readdirSync(releases).filter((entry) => entry.startsWith(MAKING)))
    rmSync(join(releases, left), { recursive: true, force: true });
  if (existsSync(folder)) say(`${folder} is there already`);
  else {
    const making = join(releases, `${MAKING}${name}`);
    const steps = [
      ['fetch', () => git(['-C', join(at, 'repository'), 'fetch', '--tags', '--prune', 'origin'])],
      ['clone', () => git(['clone', '--quiet', '--no-checkout', join(at, 'repository'), making])],
      ['check out', () => git(['-C', making, 'checkout', '--quiet', '--detach', version])],
      ['install packages', () => install(making)],
      ['build the pages', () => build(making)],
    ];
    for (const [what, work] of steps) {
      say(`${name}: ${what} …`);
      const why = await work();
      if (!why) continue;
      rmSync(making, { recursive: true, force: true });
      return { why: `could not ${what}: ${why}` };
    }
    renameSync(making, folder);
  }
  return { folder, before: pointTo(at, join('releases', name)) };
}

const MAKING = '.making-';

/** Where it led before; null where it led nowhere. */
function pointTo(at, target) {
  const link = join(at, 'current');
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  const before = isLink ? readlinkSync(link) : null;
  const aside = `${link}.${process.pid}`;
  rmSync(aside, { force: true });
  symlinkSync(target, aside);
  renameSync(aside, link);
  return before;
}
