import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { BackupId, BackupManifest, type BackupEntry } from '#core/backup/backup-manifest.ts';
import { BackupProblem, type KeptBackup } from '#core/backup/backups.port.ts';
import { unlessGone } from './keep-file.ts';
import { syncFolder } from './object-store.ts';

/*
 * A backup is a folder: `manifest.json` says what it is, `contents.zst` has a line for each file, in the order of their paths, and
 * `check.json`, once somebody looked, what was found. It is made under another name and renamed when all of it is on the disk: a folder
 * with the right name is whole.
 */

const MAKING = 'making-';
const OWN_FILE = 0o600;
const Sealed = z.object({ manifest: BackupManifest, sha256: z.string() });
const Found = z.object({ atMs: z.number(), damage: z.array(z.string()) });

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function openManifestStore(folder: string) {
  const backups = join(folder, 'backups');
  const of = (id: string): string => join(backups, BackupId.parse(id));

  async function read(id: string): Promise<BackupManifest> {
    try {
      const { manifest, sha256 } = Sealed.parse(JSON.parse(await readFile(join(of(id), 'manifest.json'), 'utf8')));
      if (hashOf(JSON.stringify(manifest)) === sha256 && manifest.id === id) return manifest;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT')
        throw new BackupProblem('refused', `There is no backup ${id} in ${folder}.`);
    }
    throw new BackupProblem('damaged', `What the backup ${id} says of itself (manifest.json) is damaged.`);
  }

  /** In the order of their paths. */
  async function* entries(id: string): AsyncGenerator<BackupEntry> {
    const kept = createReadStream(join(of(id), 'contents.zst'));
    const unfolded = createZstdDecompress();
    // A pipe hands on no error, and one that nobody hears ends the process.
    kept.on('error', (problem) => unfolded.destroy(problem));
    unfolded.on('error', () => {});
    const lines = createInterface({ input: kept.pipe(unfolded), crlfDelay: Infinity });
    try {
      for await (const line of lines) yield JSON.parse(line) as BackupEntry;
    } catch {
      throw new BackupProblem('damaged', `The list of what is in the backup ${id} (contents.zst) is damaged.`);
    } finally {
      kept.destroy();
    }
  }

  /** Newest first. A folder that cannot be read is no empty one: who removes what no backup needs would remove everything. */
  async function ids(): Promise<string[]> {
    const names = (await readdir(backups).catch(unlessGone)) ?? [];
    const found = names.filter((name) => BackupId.safeParse(name).success);
    return found.sort().reverse();
  }

  return {
    ids,
    read,
    entries,
    /** The list is what was written down when the backup was made. */
    async checkContents(id: string): Promise<void> {
      const { contents } = await read(id);
      const bytes = await readFile(join(of(id), 'contents.zst')).catch(() => Buffer.alloc(0));
      if (createHash('sha256').update(bytes).digest('hex') !== contents.sha256)
        throw new BackupProblem('damaged', `The list of what is in the backup ${id} (contents.zst) is damaged.`);
    },
    async list(): Promise<KeptBackup[]> {
      return Promise.all(
        (await ids().catch(() => [])).map(async (id): Promise<KeptBackup> => {
          const manifest = await read(id).catch(() => null);
          const found = await readFile(join(of(id), 'check.json'), 'utf8')
            .then((text) => Found.parse(JSON.parse(text)))
            .catch(() => null);
          return {
            id,
            manifest,
            damage: manifest === null ? 'manifest.json' : (found?.damage[0] ?? null),
            checkedAtMs: found?.atMs ?? null,
          };
        }),
      );
    },
    /** A new backup: takes its entries one after another, then its manifest. */
    async begin(id: string) {
      const making = join(backups, MAKING + BackupId.parse(id));
      await mkdir(making, { recursive: true, mode: 0o700 });
      const list = join(making, 'contents.zst');
      const lines = new Readable({ read() {}, encoding: 'utf8' });
      const written = pipeline(lines, createZstdCompress(), createWriteStream(list, { mode: OWN_FILE, flush: true }));
      written.catch(() => {});
      return {
        add: (entry: BackupEntry): void => void lines.push(`${JSON.stringify(entry)}\n`),
        async finish(say: (sha256: string) => BackupManifest): Promise<BackupManifest> {
          lines.push(null);
          await written;
          const manifest = say(
            createHash('sha256')
              .update(await readFile(list))
              .digest('hex'),
          );
          const text = JSON.stringify({ manifest, sha256: hashOf(JSON.stringify(manifest)) }, null, 1);
          const file = await open(join(making, 'manifest.json'), 'w', OWN_FILE);
          await file.writeFile(text);
          await file.sync();
          await file.close();
          await syncFolder(making);
          await rename(making, of(id));
          await syncFolder(backups);
          return manifest;
        },
        async giveUp(): Promise<void> {
          lines.destroy();
          await written.catch(() => {});
          await rm(making, { recursive: true, force: true });
        },
      };
    },
    async noteCheck(id: string, atMs: number, damage: readonly string[]): Promise<void> {
      await writeFile(join(of(id), 'check.json'), JSON.stringify({ atMs, damage }), { mode: OWN_FILE });
    },
    async remove(id: string): Promise<void> {
      // Its own words go first: what is left half removed is no backup.
      await rm(join(of(id), 'manifest.json'), { force: true });
      await rm(of(id), { recursive: true, force: true });
    },
    /** What a killed backup left. */
    async sweep(): Promise<void> {
      for (const name of await readdir(backups).catch(() => []))
        if (name.startsWith(MAKING)) await rm(join(backups, name), { recursive: true, force: true });
    },
  };
}
export type ManifestStore = ReturnType<typeof openManifestStore>;
export type BackupInMaking = Awaited<ReturnType<ManifestStore['begin']>>;
