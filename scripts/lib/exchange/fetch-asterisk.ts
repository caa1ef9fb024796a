import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from './settings.ts';

const run = promisify(execFile);
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** The distribution that has Asterisk 22; older ones have none. */
const SUITE = 'forky';
const PACKAGES = ['asterisk', 'asterisk-core-sounds-en-gsm'];
const MOST_OUTPUT = 1 << 26;
const left = ['doc', 'man', 'locale'].map((name) => `--exclude=./usr/share/${name}`);

/**
 * Unpacks Asterisk with every library it wants into `tree`, from where this machine gets its packages: apt checks their signatures,
 * nothing is installed and no script of theirs runs. An interrupted one is begun anew.
 */
export async function fetchAsterisk(tree: string, report: (line: string) => void): Promise<void> {
  for (const program of ['apt-get', 'dpkg', 'dpkg-deb', 'tar'])
    if (!(await run('which', [program]).catch(() => null)))
      throw new Refusal(
        `Asterisk 22 is not installed, and without ${program} it cannot be fetched: install it, or name a folder with it in ASTERISK_TREE.`,
      );
  const [mirror, architecture] = await Promise.all([ownMirror(), answerOf('dpkg', ['--print-architecture'])]);
  report(`Fetching Asterisk (${SUITE}, ${architecture}), half a minute and 300 MB …`);
  const fresh = `${tree}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const apt = join(fresh, '.apt');
  for (const folder of ['lists/partial', 'archives/partial', 'etc/preferences.d', 'etc/apt.conf.d', 'dpkg'])
    mkdirSync(join(apt, folder), { recursive: true });
  writeFileSync(join(apt, 'dpkg/status'), '');
  writeFileSync(
    join(apt, 'etc/sources.list'),
    `deb [arch=${architecture} check-valid-until=no signed-by=${KEYRING}] ${mirror} ${SUITE} main\n`,
  );
  writeFileSync(join(apt, 'apt.conf'), aptConfiguration(apt, architecture));
  const options = { env: { ...process.env, APT_CONFIG: join(apt, 'apt.conf') }, maxBuffer: MOST_OUTPUT };
  try {
    await run('apt-get', ['-qq', 'update'], options);
    await run('apt-get', ['-qq', '-y', '--download-only', 'install', ...PACKAGES], options);
    await unpack(fresh, join(apt, 'archives'));
  } catch (problem) {
    rmSync(fresh, { recursive: true, force: true });
    const reason = (problem as { stderr?: string }).stderr?.trim() || (problem as Error).message;
    throw new Refusal(`Asterisk could not be fetched: ${reason}`);
  }
  rmSync(apt, { recursive: true, force: true });
  rmSync(tree, { recursive: true, force: true });
  renameSync(fresh, tree);
}

/** Packages lie over one another as on a machine: what was bin, sbin and lib is in usr. */
async function unpack(root: string, archives: string): Promise<void> {
  for (const name of ['bin', 'sbin', 'lib']) {
    mkdirSync(join(root, 'usr', name), { recursive: true });
    if (!existsSync(join(root, name))) symlinkSync(join('usr', name), join(root, name));
  }
  const files = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  if (files.length === 0) throw new Error('apt brought no package');
  for (const file of files) {
    const whole = join(root, '.apt', 'package.tar');
    await run('sh', ['-c', 'dpkg-deb --fsys-tarfile "$1" > "$2"', 'sh', join(archives, file), whole]);
    await run('tar', ['-x', '-f', whole, '-C', root, '--keep-directory-symlink', '--no-same-owner', ...left]);
    rmSync(whole);
  }
}

const answerOf = async (program: string, args: readonly string[]): Promise<string> =>
  (await run(program, args)).stdout.trim();

/** Where this machine has its packages from. */
async function ownMirror(): Promise<string> {
  const lines = await answerOf('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
  const mirror = lines.split('\n').find((line) => line && !line.includes('security'));
  if (mirror) return mirror;
  throw new Refusal('Asterisk cannot be fetched: apt knows no source of packages on this machine (apt-get update).');
}

const aptConfiguration = (apt: string, architecture: string): string =>
  [
    ['Dir::State', apt],
    ['Dir::State::lists', join(apt, 'lists')],
    ['Dir::State::status', join(apt, 'dpkg/status')],
    ['Dir::Cache', apt],
    ['Dir::Cache::archives', join(apt, 'archives')],
    ['Dir::Etc', join(apt, 'etc')],
    ['Dir::Etc::sourcelist', join(apt, 'etc/sources.list')],
    ['Dir::Etc::sourceparts', '-'],
    ['Dir::Etc::trustedparts', '-'],
    ['Dir::Etc::trusted', KEYRING],
    ['APT::Architecture', architecture],
    ['APT::Install-Recommends', 'false'],
    ['APT::Sandbox::User', ''],
    ['Acquire::Languages', 'none'],
    ['Acquire::Check-Valid-Until', 'false'],
    ['Debug::NoLocking', 'true'],
    ['pkgCacheGen::ForceEssential', ','],
  ]
    .map(([name, value]) => `${name} "${value}";\n`)
    .join('') + `APT::Architectures { "${architecture}"; };\n`;
