import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { installKit, kitFolder } from './install-kit.ts';
import { KitError } from './kit-error.ts';
import type { Pack } from './npm-pack.ts';
import { kitPackages, whyNoKit, type KitPackage } from './packages.ts';

const folders: string[] = [];
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A packed package as npm makes them. */
function packed(files: Record<string, Buffer | string>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const body = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(`package/${path}`, 0);
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('0', 156);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}

const big = Buffer.alloc(300_000, 'model ');
const tarballs: Record<string, Buffer> = {
  'one@1.0.0': packed({ 'a/model.onnx': big, 'readme.md': 'not needed' }),
  'two@2.0.0': packed({ 'index.js': 'export default 2;', 'other/big.bin': Buffer.alloc(5_000) }),
};
const aPackage = (spec: string, keep: Record<string, string>): KitPackage => {
  const [name, version] = spec.split('@') as [string, string];
  return {
    name,
    version,
    bytes: tarballs[spec]!.length,
    integrity: `sha512-${createHash('sha512').update(tarballs[spec]!).digest('base64')}`,
    place: (path) => keep[path] ?? null,
  };
};
const packages = [
  aPackage('one@1.0.0', { 'a/model.onnx': 'models/model.onnx' }),
  aPackage('two@2.0.0', { 'index.js': 'node_modules/two/index.js' }),
];
const files = ['models/model.onnx', 'node_modules/two/index.js'];

/** An npm that counts what it is asked for; `instead` changes what it brings. */
function shelf(instead: Record<string, () => Buffer> = {}): { pack: Pack; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async pack(spec, into, onBytes) {
      asked.push(spec);
      await new Promise(setImmediate);
      const body = instead[spec]?.() ?? tarballs[spec]!;
      onBytes(body.length);
      writeFileSync(join(into, 'it.tgz'), body);
      return join(into, 'it.tgz');
    },
  };
}

describe('fetching what speech needs', () => {
  test('[FLOW-11] only what is needed is kept, whole, and progress is told to the end', async () => {
    const folder = aFolder();
    const progress: number[] = [];
    const kit = await installKit({
      folder,
      packages,
      files,
      pack: shelf().pack,
      onProgress: (done, total) => progress.push(done / total),
    });
    expect(readFileSync(join(kit, 'models/model.onnx')).equals(big)).toBe(true);
    expect(readFileSync(join(kit, 'node_modules/two/index.js'), 'utf8')).toBe('export default 2;');
    expect(readdirSync(kit).sort()).toEqual(['models', 'node_modules']);
    expect(readdirSync(folder).sort()).toEqual(['fetching.lock', kit.split(/[\\/]/).at(-1)]);
    expect(progress[0]).toBe(0);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  test('[FLOW-11] what is there is not fetched again', async () => {
    const folder = aFolder();
    const { pack, asked } = shelf();
    const kit = await installKit({ folder, packages, files, pack });
    expect(await installKit({ folder, packages, files, pack })).toBe(kit);
    expect(asked).toEqual(['one@1.0.0', 'two@2.0.0']);
  });

  test('[FLOW-11] two at once fetch once, and both find the whole', async () => {
    const folder = aFolder();
    const { pack, asked } = shelf();
    const kits = await Promise.all([
      installKit({ folder, packages, files, pack }),
      installKit({ folder, packages, files, pack }),
    ]);
    expect(kits[0]).toBe(kits[1]);
    expect(existsSync(join(kits[0], files[1]!))).toBe(true);
    expect(asked).toHaveLength(2);
  });

  test('[FLOW-11] an interruption leaves nothing that looks complete, and the next try goes on where it broke', async () => {
    const folder = aFolder();
    const broken = shelf({
      'two@2.0.0': () => {
        throw new KitError('npm could not fetch two@2.0.0 (ENOTFOUND)');
      },
    });
    await expect(installKit({ folder, packages, files, pack: broken.pack })).rejects.toThrow(
      'npm could not fetch two@2.0.0 (ENOTFOUND)',
    );
    expect(existsSync(kitFolder(folder, packages))).toBe(false);
    const { pack, asked } = shelf();
    await installKit({ folder, packages, files, pack });
    expect(asked).toEqual(['two@2.0.0']);
  });

  test('[FLOW-11] something else under the right name is refused', async () => {
    const folder = aFolder();
    await expect(
      installKit({
        folder,
        packages,
        files,
        pack: shelf({ 'one@1.0.0': () => packed({ 'a/model.onnx': 'evil' }) }).pack,
      }),
    ).rejects.toThrow('one@1.0.0 is not what was expected');
    expect(existsSync(kitFolder(folder, packages))).toBe(false);
  });

  test('[FLOW-11] a package without what we need is no kit', async () => {
    const folder = aFolder();
    await expect(
      installKit({ folder, packages, files: [...files, 'models/other.onnx'], pack: shelf().pack }),
    ).rejects.toThrow('models/other.onnx');
    expect(existsSync(kitFolder(folder, packages))).toBe(false);
  });

  test('[FLOW-11] whoever gives up leaves the lock to others', async () => {
    const folder = aFolder();
    await expect(
      installKit({ folder, packages, files, pack: shelf().pack, signal: AbortSignal.abort() }),
    ).rejects.toThrow(KitError);
    await installKit({ folder, packages, files, pack: shelf().pack });
  });

  test('[FLOW-11] a new version takes the place of the old one', async () => {
    const folder = aFolder();
    const old = await installKit({
      folder,
      packages: packages.slice(0, 1),
      files: files.slice(0, 1),
      pack: shelf().pack,
    });
    const kit = await installKit({ folder, packages, files, pack: shelf().pack });
    expect(existsSync(old)).toBe(false);
    expect(existsSync(kit)).toBe(true);
  });

  test('[FLOW-11] the list says what it is for and where it does not run', () => {
    expect(
      kitPackages('linux', 'x64')
        .find(({ name }) => name === 'onnxruntime-node')!
        .place('bin/napi-v6/linux/x64/libonnxruntime.so.1'),
    ).not.toBeNull();
    expect(
      kitPackages('linux', 'x64')
        .find(({ name }) => name === 'onnxruntime-node')!
        .place('bin/napi-v6/win32/x64/onnxruntime.dll'),
    ).toBeNull();
    expect(whyNoKit('linux', 'arm64')).toBeNull();
    expect(whyNoKit('darwin', 'x64')).toContain('darwin');
  });
});
