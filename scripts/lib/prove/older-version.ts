import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './repository.ts';

export interface OlderVersion {
  /** Where its sources are; null, with the reason, where there is none. */
  home: string | null;
  newest: string;
  name: string | null;
  why: string;
  close(): void;
}

const git = (...args: string[]): { isGood: boolean; output: string } => {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { isGood: status === 0, output: stdout?.trim() ?? '' };
};

/** The last version with a tag, put beside this one, on the packages of this one. */
export function olderVersion(): OlderVersion {
  const none = (why: string): OlderVersion => ({ home: null, newest: root, name: null, why, close() {} });
  const tag = git('describe', '--tags', '--abbrev=0');
  if (!tag.isGood) return none('no version has a tag yet');
  const lock = git('diff', '--quiet', tag.output, 'HEAD', '--', 'package-lock.json');
  if (!lock.isGood) return none(`${tag.output} wants other packages than are installed`);
  if (git('rev-parse', `${tag.output}^{commit}`).output === git('rev-parse', 'HEAD').output)
    return none(`${tag.output} is this version`);
  const folder = mkdtempSync(join(tmpdir(), 'openseat-older-'));
  const home = join(folder, 'openseat');
  const gone = (): void => {
    git('worktree', 'remove', '--force', home);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!git('worktree', 'add', '--detach', home, tag.output).isGood) {
    gone();
    return none(`${tag.output} could not be put beside this version`);
  }
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  return { home, newest: root, name: tag.output, why: '', close: gone };
}
