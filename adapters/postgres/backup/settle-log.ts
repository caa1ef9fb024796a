import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { BackupProblem, type LogAsideBlock } from '#core/backup/backups.port.ts';
import type { PostgresPlace } from '../postgres-place.ts';
import { archiveTarget, setArchiveAside, setArchiveTarget } from '../wal-scripts.ts';
import type { WalFolder } from './wal-folder.ts';

/*
 * The log of a restored server lies aside until somebody releases it. Rules:
 * 1. Nobody can tell from here whether the server it was restored from is dead: a drill is restored in the same way. So what it writes goes
 *    where a later restore does not look by itself.
 * 2. Released, its log joins the others', unless another server has handed over something since, or has taken its place already.
 */

/** A server that lives writes something in these minutes: it says every few seconds how it is. */
const LIVES_MS = 20 * 60_000;
const LOOK_EVERY_MS = 50;
const LOOKS = 200;

/** Why it cannot join. */
export async function settleBlock(main: WalFolder, aside: WalFolder, nowMs: number): Promise<LogAsideBlock | null> {
  const begun = await stat(`${aside.folder}/${BEGUN}`).catch(() => null);
  const { names, newestMs } = await main.look();
  if (begun && newestMs !== null && newestMs > begun.mtimeMs && nowMs - newestMs < LIVES_MS) return 'alive';
  const there = new Set(names);
  for (const name of await aside.names()) {
    if (!there.has(name) || isTorn(name)) continue;
    if (!(await isSame(main.pathOf(name), aside.pathOf(name)))) return 'taken';
  }
  return null;
}

/** Its moment is that of the restore. */
export const BEGUN = 'begun';

/** From now on its log goes where that of the server before went; what lies aside follows. Begun anew it goes on where it was. */
export async function settleLog(
  place: PostgresPlace,
  main: WalFolder,
  aside: WalFolder,
  { nowMs, makeRoom }: { nowMs: number; makeRoom(): void },
): Promise<void> {
  const target = archiveTarget(place);
  // As on a disk that is not mounted now: whoever went on would forget what lies there, and leave a gap in the log.
  if (target !== main.folder && (await stat(aside.folder).catch(() => null)) === null)
    throw new BackupProblem(
      'refused',
      `The log since the restore is not there: bring ${aside.folder} back, or make an empty one if it is lost.`,
    );
  const block = target === main.folder ? null : await settleBlock(main, aside, nowMs);
  if (block)
    throw new BackupProblem(
      'refused',
      block === 'alive'
        ? `Another OpenSeat still hands its log over to ${main.folder}: the log of this one stays in ${aside.folder}.`
        : `Another restored OpenSeat hands its log over to ${main.folder}: set BACKUP_DIR to a folder of this one's own.`,
    );
  makeRoom();
  if (target === aside.folder) setArchiveTarget(place, main.folder);
  // One that was on its way there when the word changed still arrives there.
  for (let look = 0; !(await isEmptied(main, aside, look >= LOOKS)); look += 1) await pause(LOOK_EVERY_MS);
  setArchiveAside(place, null);
}

/** Takes everything over; false while something comes. What never arrives is nothing. */
async function isEmptied(main: WalFolder, aside: WalFolder, isLast: boolean): Promise<boolean> {
  for (const name of (await aside.names()).sort()) {
    if (await main.has(name)) await rm(aside.pathOf(name), { force: true });
    else await rename(aside.pathOf(name), main.pathOf(name));
  }
  const left = (await readdir(aside.folder).catch(() => [])).filter((name) => name !== BEGUN);
  if (left.length > 0 && !isLast) return false;
  await rm(aside.folder, { recursive: true, force: true });
  return true;
}

/** The last one of a timeline that was left: no restore reads it. */
const isTorn = (name: string): boolean => name.endsWith('.partial');

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(async (path) => gunzipSync(await readFile(path))));
  return a!.equals(b!);
}
