import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { freePort } from '#adapters/postgres/postmaster.ts';
import { isRunning } from '#adapters/postgres/postgres.fixture.ts';
import { aClusterNode, aStandby, waitFor } from '#adapters/postgres/standby.fixture.ts';
import { ANNOUNCEMENTS_CHANGED } from '#features/team/announcements/contract.ts';
import { ECHO_NUMBER } from '#shared/call-headers.ts';
import { endLeftovers, runProduct, startProduct, type Product } from './outage/product.ts';

/** The requirement is 60 s; by hand: OUTAGE_MS=60000. */
const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 8_000);
const PATIENCE_MS = OUTAGE_MS + 60_000;
/** "Within a few seconds": a connection is waited for 5 s. */
const ANSWER_MS = 7_000;
/** Whatever holds on to it, it is gone by then. */
const STOP_MS = 2_000;
/** Nothing is heard while the program is read, which takes the slower a machine the longer. */
const STOP_STARTING_MS = 10_000;

/** A phone that is sent away so comes again. */
const GOING_AWAY = 1001;

/** A data folder that was used and left in order; each test gets a copy, because making one takes seconds. */
let template = '';
beforeAll(async () => {
  template = aRoom();
  const first = await startProduct({ DATA_DIR: template });
  first.child.kill('SIGTERM');
  await first.ended;
}, 120_000);
afterEach(endLeftovers, 20_000);
afterAll(() => rmSync(template, { recursive: true, force: true }));

function aRoom(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-outage-'));
  // As root PostgreSQL runs as another account, which must be able to come in.
  chmodSync(folder, 0o755);
  return folder;
}

function aDataFolder(): string {
  const folder = aRoom();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('cp', ['-a', `${template}/.`, folder]);
  return folder;
}

/** A PostgreSQL of the test, that the test may stop and start again at the same address. */
async function aDatabase() {
  const dataDir = aDataFolder();
  const port = await freePort();
  const start = () => startEmbeddedPostgres({ dataDir, port, log: () => {} });
  let running = await start();
  onTestFinished(() => running.stop());
  return {
    url: running.url,
    pid: () => running.pid,
    stop: () => running.stop(),
    async start() {
      running = await start();
    },
  };
}

const publish = ({ ask }: Product, token: string, title: string) =>
  ask<{ id: number }>('POST', '/admin/saas_plat/announcements', {
    token,
    body: { title_en: title, content_en: 'Written by the test.', starts_at: '2020-01-01 00:00:00', role_ids: [] },
  });

async function published({ ask }: Product, token: string, keyword: string): Promise<string[]> {
  const titles: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await ask('POST', '/admin/saas_plat/announcements/page', {
      token,
      body: { keyword, page, size: 200 },
    });
    titles.push(...data.list.map((one: { title_en: string }) => one.title_en));
    if (data.list.length < 200) return titles;
  }
}

const devices = async ({ ask }: Product, token: string): Promise<string[]> =>
  (await ask('GET', '/cc/api/devices/v1/list', { token })).data.map(({ name }: { name: string }) => name);

/** PIDs of the PostgreSQL processes that work on this folder, from what the kernel knows of them. */
function postgresOn(dataDir: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir) && isRunning(pid) && pid !== process.pid;
      } catch {
        return false;
      }
    });
}

test(
  `a database that is away for ${OUTAGE_MS / 1_000} s costs no session, no acknowledged write and no push`,
  { timeout: PATIENCE_MS },
  async () => {
    const database = await aDatabase();
    const product = await startProduct({
      DATABASE_URL: database.url,
      DATA_DIR: aRoomToThrowAway(),
      // What the demo keeps sealed was sealed where it was made.
      SECRETS_KEY_FILE: join(template, 'secrets.key'),
      DEMO: '1',
    });
    const token = await product.signIn();
    const page = product.page(token);
    await expect.poll(page.isReady, { timeout: 10_000 }).toBe(true);
    expect(await publish(product, token, 'outage: before')).toMatchObject({ code: 0 });
    await expect.poll(() => page.events.length, { timeout: 10_000 }).toBe(1);

    await database.stop();
    const awayUntil = performance.now() + OUTAGE_MS;
    do {
      const calls = [
        product.ask('GET', '/admin/saas_plat/user/info', { token }),
        product.ask('POST', '/admin/saas_plat/announcements/page', { token, body: {} }),
        publish(product, token, 'outage: refused'),
        product.ask('PUT', '/admin/saas_plat/user/login', {
          body: { email: 'ana@aurora.example', password: 'anything' },
        }),
      ];
      for (const answer of await Promise.all(calls)) {
        expect(answer).toMatchObject({ code: 503, status: 503, data: null });
        expect(answer.tookMs).toBeLessThan(ANSWER_MS);
      }
      await pause(250);
    } while (performance.now() < awayUntil);
    expect(product.child.exitCode).toBeNull();

    await database.start();
    const isBack = async () => (await product.ask('GET', '/admin/saas_plat/user/info', { token })).code === 0;
    await expect.poll(isBack, { timeout: 10_000 }).toBe(true);
    expect(await publish(product, token, 'outage: after')).toMatchObject({ code: 0 });
    expect((await published(product, token, 'outage: ')).toSorted()).toEqual(['outage: after', 'outage: before']);
    // The push of a change, and the job that a sign-in leaves behind.
    await expect.poll(() => page.events, { timeout: 20_000 }).toEqual([ANNOUNCEMENTS_CHANGED, ANNOUNCEMENTS_CHANGED]);
    await product.signIn('AfterTheOutage');
    await expect.poll(() => devices(product, token), { timeout: 20_000 }).toContain('AfterTheOutage');
  },
);

test(
  'a primary that is killed costs no acknowledged write and no session: the standby takes over and everything goes on there',
  { timeout: PATIENCE_MS },
  async () => {
    const primary = await aClusterNode(aDataFolder());
    onTestFinished(() => primary.kill());
    const standby = await aStandby(primary, aRoomToThrowAway(), 'second');
    onTestFinished(() => standby.kill());
    await waitFor(primary, 'second');
    const both = primary.url.replace(/@[^/]+/, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}`);
    const product = await startProduct({
      DATABASE_URL: `${both}?target_session_attrs=read-write`,
      DATABASE_READ_URL: standby.url,
      DATA_DIR: aRoomToThrowAway(),
      SECRETS_KEY_FILE: join(template, 'secrets.key'),
      DEMO: '1',
    });
    const token = await product.signIn();
    const page = product.page(token);
    await expect.poll(page.isReady, { timeout: 10_000 }).toBe(true);
    const acknowledged: string[] = [];
    const refused = new Set<number>();
    let takenOver: Promise<unknown> | null = null;
    const write = async (writer: number): Promise<void> => {
      let isAfter = false;
      for (let n = 0; !isAfter; n += 1) {
        const title = `failover: ${writer}/${n}`;
        const { code } = await publish(product, token, title);
        if (code !== 0) {
          refused.add(code);
          // Whoever asked on and on meanwhile would be refused for asking too often.
          await takenOver;
        } else if (acknowledged.push(title) === 40)
          takenOver = primary.kill().then(() => standby.own('select pg_promote()'));
        else isAfter = refused.size > 0;
      }
    };
    await Promise.all([0, 1, 2].map(write));
    await takenOver;
    expect([...refused]).toEqual([503]);
    const there = new Set(await published(product, token, 'failover: '));
    expect(acknowledged.filter((title) => !there.has(title))).toEqual([]);
    // Pushes and jobs go on at the new one.
    const eventsBefore = page.events.length;
    expect(await publish(product, token, 'failover: after')).toMatchObject({ code: 0 });
    await expect.poll(() => page.events.length, { timeout: 20_000 }).toBeGreaterThan(eventsBefore);
    await product.signIn('AfterTheFailover');
    await expect.poll(() => devices(product, token), { timeout: 20_000 }).toContain('AfterTheFailover');
  },
);

test(
  'a database that stands still is told as such, and work goes on when it moves again',
  { timeout: PATIENCE_MS },
  async () => {
    const database = await aDatabase();
    const product = await startProduct({
      DATABASE_URL: database.url,
      DATA_DIR: aRoomToThrowAway(),
      // What the demo keeps sealed was sealed where it was made.
      SECRETS_KEY_FILE: join(template, 'secrets.key'),
      DEMO: '1',
    });
    const token = await product.signIn();
    const everyone = familyOf(database.pid());
    for (const pid of everyone) process.kill(pid, 'SIGSTOP');
    try {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => product.ask('GET', '/admin/saas_plat/announcements/effect', { token })),
      );
      for (const answer of answers) expect(answer).toMatchObject({ code: 503, status: 503 });
      expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(2 * ANSWER_MS);
    } finally {
      for (const pid of everyone) process.kill(pid, 'SIGCONT');
    }
    await expect
      .poll(async () => (await product.ask('GET', '/admin/saas_plat/announcements/effect', { token })).code, {
        timeout: 15_000,
      })
      .toBe(0);
  },
);

test(
  'killed in the middle of writing, it starts again and every acknowledged write is there',
  { timeout: 90_000 },
  async () => {
    const DATA_DIR = aDataFolder();
    const product = await startProduct({ DATA_DIR });
    const token = await product.signIn();
    const acknowledged: string[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; ; n += 1) {
        const title = `killed: ${writer}/${n}`;
        if ((await publish(product, token, title)).code !== 0) throw new Error(`${title} was refused`);
        acknowledged.push(title);
        if (acknowledged.length === 100) product.child.kill('SIGKILL');
      }
    };
    await Promise.allSettled([0, 1, 2, 3].map(write));
    expect(acknowledged.length).toBeGreaterThanOrEqual(100);
    await product.ended;

    const next = await startProduct({ DATA_DIR });
    const there = new Set(await published(next, token, 'killed: '));
    expect(acknowledged.filter((title) => !there.has(title))).toEqual([]);
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
  },
);

test(
  'a second product on the same data folder says so in one line and ends; the first stops in order and leaves nothing running',
  { timeout: 60_000 },
  async () => {
    const DATA_DIR = aDataFolder();
    const first = await startProduct({ DATA_DIR });
    const second = runProduct({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.output() + second.complained()).toMatch(/^[^\n]+\n$/);
    expect(second.complained()).toContain(DATA_DIR);
    expect((await first.ask('GET', '/admin/saas_plat/user/info', { token: await first.signIn() })).code).toBe(0);

    expect(process.platform !== 'linux' || postgresOn(DATA_DIR).length > 0).toBe(true);
    const stoppedAt = performance.now();
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS);
    expect(postgresOn(DATA_DIR)).toEqual([]);
  },
);

test(
  'told to stop with a phone registered and in a call, a page and a request open, it ends in order within 2 s and leaves nothing running',
  { timeout: 60_000 },
  async () => {
    const DATA_DIR = aDataFolder();
    const product = await startProduct({ DATA_DIR });
    const page = product.page(await product.signIn());
    await expect.poll(page.isReady, { timeout: 10_000 }).toBe(true);
    const phone = await product.phone('ana@aurora.example');
    const firstWords: string[] = [];
    phone.tap((message) => void firstWords.push(message.split(' ', 1)[0]!));
    const call = phone.call(ECHO_NUMBER);
    await expect.poll(call.at, { timeout: 10_000 }).toBe('talking');
    const lingering = connect(Number(new URL(product.origin).port), '127.0.0.1');
    onTestFinished(() => void lingering.destroy());
    lingering.on('error', () => {}).write('GET /api/echo HTTP/1.1\r\nhost: localhost\r\n');

    const stoppedAt = performance.now();
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS);
    expect(postgresOn(DATA_DIR)).toEqual([]);
    await expect.poll(call.at).toBe('over');
    expect(firstWords).toContain('BYE');
    await expect.poll(phone.closedWith).toBe(GOING_AWAY);
  },
);

test(
  'told to stop in the middle of its start, it ends in order and leaves nothing running',
  { timeout: 60_000 },
  async () => {
    const DATA_DIR = aDataFolder();
    const product = runProduct({ DATA_DIR });
    await expect.poll(() => postgresOn(DATA_DIR).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
    const stoppedAt = performance.now();
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_STARTING_MS);
    await expect.poll(() => postgresOn(DATA_DIR)).toEqual([]);
  },
);

test.each([
  ['PORT', 'abc'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused in one line before anything starts', { timeout: 20_000 }, async (name, value) => {
  const product = runProduct({ DATA_DIR: aRoomToThrowAway(), [name]: value });
  expect(await product.ended).toBe(1);
  expect(product.output()).toBe('');
  expect(product.complained()).toMatch(new RegExp(`^Setting ${name} is not usable: [^\\n]+\\n$`));
});

function aRoomToThrowAway(): string {
  const folder = aRoom();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A process and all its children. */
function familyOf(pid: number): number[] {
  const children = execFileSync('ps', ['-eo', 'pid,ppid'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid);
  return [pid, ...children.map(([child]) => child!)];
}
