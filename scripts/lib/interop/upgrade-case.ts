import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { newKey, writeKeys } from '#platform/server/secrets/key-file.ts';
import type { InteropCase } from './case.ts';
import { lastRelease, unpackRelease, whyNotHere } from '../last-release.ts';
import { freePort } from './product.ts';
import { openUpgradePeople, type UpgradePeople, type VersionedServer } from './upgrade-people.ts';

const START_MS = 180_000;

/**
 * The server of the last release on the schema of this tree, as during an upgrade: it makes the database, people work on it, the next version
 * migrates it under them and works beside it, and the old one is stopped and comes back.
 */
export const upgradeCase: InteropCase = {
  name: 'upgrade',
  lacks: async () => whyNotHere(lastRelease()),

  async playAlone() {
    const release = lastRelease();
    const home = mkdtempSync(join(tmpdir(), 'openseat-upgrade-'));
    // PostgreSQL runs as another account when we are root; it must be able to enter.
    chmodSync(home, 0o755);
    const old = unpackRelease(release, join(home, 'old'));
    const secrets = join(home, 'secrets.key');
    writeKeys(secrets, [newKey()]);
    const postgres = await startEmbeddedPostgres({ dataDir: join(home, 'database'), log: () => {} });
    const house = { url: postgres.url, secrets, home };
    const running: VersionedServer[] = [];
    const start = async (root: string, version: string): Promise<VersionedServer> => {
      const server = await startVersion(root, version, house);
      running.push(server);
      return server;
    };
    try {
      const seen: string[] = [];
      const before = await start(old, release.version);
      const people = await openUpgradePeople(before);
      const work = people.workOn(before);
      const startedMs = performance.now();
      const after = await start(resolve('.'), 'this tree');
      const counted = await work.end();
      seen.push(
        `${release.version} works while this tree migrates and starts (${seconds(performance.now() - startedMs)} s): ${counted} requests, none refused`,
      );
      seen.push(...(await bothWays(people, before, after)));
      await before.stop();
      const back = await start(old, release.version);
      seen.push(`${release.version} comes back on the new schema: ${(await bothWays(people, back, after)).join('; ')}`);
      return seen;
    } finally {
      for (const server of running) await server.stop();
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** What one writes the other reads, and back. */
async function bothWays(people: UpgradePeople, one: VersionedServer, other: VersionedServer): Promise<string[]> {
  const seen: string[] = [];
  for (const [writer, reader] of [
    [one, other],
    [other, one],
  ] as const) {
    await people.savesCustomer(writer, reader);
    await people.chats(writer, reader);
    await people.calls(writer, reader);
    seen.push(`customer, chat and call of ${writer.version} read by ${reader.version}`);
  }
  return seen;
}

async function startVersion(
  root: string,
  version: string,
  { url, secrets, home }: { url: string; secrets: string; home: string },
): Promise<VersionedServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const name = `node-${port}`;
  const server = spawn(process.execPath, [join(root, 'apps', 'server', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: url,
      DATA_DIR: join(home, name),
      SECRETS_KEY_FILE: secrets,
      NODE_NAME: name,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      MEDIA_BIND: '127.0.0.1',
    },
  });
  await isReady(server, `${origin}/api/ready`, version);
  return {
    version,
    origin,
    async stop() {
      if (server.exitCode !== null) return;
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

async function isReady(server: ChildProcess, address: string, version: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (Date.now() > deadline || server.exitCode !== null) throw new Error(`The server of ${version} did not start.`);
    await pause(100);
  }
}
