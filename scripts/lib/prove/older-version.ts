import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastRelease, unpackRelease, whyNotHere } from '../last-release.ts';
import { ranFor } from './left-running.ts';

export interface OlderVersion {
  name: string;
  /** Where it lies; null, with the reason, where it cannot be had. */
  home: string | null;
  why: string;
}

/** The last release, beside this tree until the run is over. Npm may have to fetch its packages, which takes minutes. */
export function olderVersion(): OlderVersion {
  const release = lastRelease();
  const none = (why: string): OlderVersion => ({ name: release.version, home: null, why });
  const whyNot = whyNotHere(release);
  if (whyNot) return none(whyNot);
  const folder = mkdtempSync(join(tmpdir(), 'openseat-older-'));
  ranFor(async () => rmSync(folder, { recursive: true, force: true }));
  try {
    return { name: release.version, home: unpackRelease(release, join(folder, 'release')), why: '' };
  } catch (problem) {
    return none(`${release.version} could not be put beside this version (${(problem as Error).message}).`);
  }
}
