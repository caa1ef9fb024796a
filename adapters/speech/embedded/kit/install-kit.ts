import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockFetching } from './fetch-lock.ts';
import { KitError } from './kit-error.ts';
import { npmPack, type Pack } from './npm-pack.ts';
import { KIT_FILES, kitPackages, kitVersion, whyNoKit, type KitPackage } from './packages.ts';
import { unpack } from './unpack.ts';

export interface KitOrder {
  /** Kits of all versions live in here. */
  folder: string;
  onProgress?(doneBytes: number, totalBytes: number): void;
  signal?: AbortSignal;
  pack?: Pack;
  packages?: readonly KitPackage[];
  files?: readonly string[];
}

/** Where the kit of this version is, or would be. */
export function kitFolder(folder: string, packages = kitPackages()): string {
  return join(folder, `kit-${kitVersion(packages)}`);
}

/**
 * Fetches the kit unless it is there, and says where. A kit appears whole by one rename or not at all; packages that were fetched and
 * checked before an interruption are not fetched again; whoever comes second waits for the first. A `KitError` says why not.
 */
export async function installKit({
  folder,
  onProgress,
  signal = new AbortController().signal,
  pack = npmPack,
  packages = kitPackages(),
  files = Object.values(KIT_FILES),
}: KitOrder): Promise<string> {
  const kit = kitFolder(folder, packages);
  const why = existsSync(kit) ? null : whyNoKit();
  if (why) throw new KitError(why);
  const lock = await lockFetching(folder, kit, signal);
  if (!lock) return kit;
  try {
    if (existsSync(kit)) return kit;
    const unfinished = join(folder, 'unfinished');
    const tree = join(unfinished, 'tree');
    mkdirSync(unfinished, { recursive: true });
    for (const name of readdirSync(unfinished))
      if (!name.endsWith('.tgz')) rmSync(join(unfinished, name), { recursive: true, force: true });
    const totalBytes = packages.reduce((sum, { bytes }) => sum + bytes, 0);
    let doneBytes = 0;
    for (const item of packages) {
      onProgress?.(doneBytes, totalBytes);
      const tarball = await fetched(
        item,
        unfinished,
        pack,
        (bytes) => onProgress?.(doneBytes + Math.min(bytes, item.bytes), totalBytes),
        signal,
      );
      await unpack(tarball, tree, item.place);
      doneBytes += item.bytes;
    }
    onProgress?.(totalBytes, totalBytes);
    const missing = files.find((file) => !existsSync(join(tree, file)));
    if (missing) throw new KitError(`the packages do not hold ${missing}`);
    refuseWhenStopped(signal);
    renameSync(tree, kit);
    for (const name of readdirSync(folder))
      if (name === 'unfinished' || (name.startsWith('kit-') && join(folder, name) !== kit))
        rmSync(join(folder, name), { recursive: true, force: true });
    return kit;
  } finally {
    lock.release();
  }
}

function refuseWhenStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new KitError('fetching was stopped');
}

async function fetched(
  { name, version, integrity }: KitPackage,
  unfinished: string,
  pack: Pack,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const tarball = join(unfinished, `${name.replace(/[@/]/g, '-')}-${version}.tgz`);
  if (existsSync(tarball) && (await integrityOf(tarball)) === integrity) return tarball;
  rmSync(tarball, { force: true });
  // A folder of its own: an npm whose parent was killed may still be writing into its one.
  const into = mkdtempSync(join(unfinished, 'pack-'));
  try {
    const packed = await pack(`${name}@${version}`, into, onBytes, signal);
    if ((await integrityOf(packed)) !== integrity)
      throw new KitError(`what came for ${name}@${version} is not what was expected`);
    renameSync(packed, tarball);
    return tarball;
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return `sha512-${hash.digest('base64')}`;
}
