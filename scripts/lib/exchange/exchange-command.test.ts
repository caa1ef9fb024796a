import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planHouse } from '#adapters/telephony/asterisk/config/house-plan.ts';
import { houseFolder, keepHousePlan } from '#adapters/telephony/asterisk/config/house-store.ts';
import { houseLacks } from '#adapters/telephony/asterisk/config/start-asterisk-house.ts';
import { EDGE_PASSWORD, takeHousePorts, HOUSE_PORTS } from '#test/house-ports.ts';
import { testDb, type TestDb } from '#test/test-db.ts';

const lacks = houseLacks();

describe.skipIf(lacks)(`npm run exchange${lacks ? ` (left out: ${lacks})` : ''}`, { timeout: 120_000 }, () => {
  let database: TestDb;
  let dataDir: string;
  let ports: Awaited<ReturnType<typeof takeHousePorts>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await testDb();
    dataDir = mkdtempSync(join(tmpdir(), 'openseat-exchange-'));
    ports = await takeHousePorts();
    const { first } = ports;
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      EXCHANGE_FIRST_PORT: String(first),
      EXCHANGE_RTP_PORTS: `${first + 100}-${first + HOUSE_PORTS - 1}`,
    };
    // The role is one for all databases of the test server: its password must not change under others.
    keepHousePlan(
      dataDir,
      planHouse({ databaseUrl: `postgres://openseat_edge:${EDGE_PASSWORD}@127.0.0.1/x`, nodes: 0 }),
    );
  });
  afterAll(async () => {
    await command('--stop', '--now');
    ports.release();
    rmSync(dataDir, { recursive: true, force: true });
    await database.close();
  });

  const command = (...words: string[]): Promise<{ output: string; code: number }> =>
    new Promise((done) => {
      const script = join(import.meta.dirname, 'command.ts');
      execFile(process.execPath, [script, ...words], { env: { ...process.env, ...env } }, (problem, out, wrong) =>
        done({ output: `${out}${wrong}`, code: problem ? Number(problem.code) : 0 }),
      );
    });
  const pidOf = (file: string): number => Number(readFileSync(join(houseFolder(dataDir), file), 'utf8'));
  const states = async (): Promise<string[]> => {
    const { rows } = await database.db.pool.query<{ line: string }>(
      "select name || ' ' || state line from edge.part order by name",
    );
    return rows.map(({ line }) => line);
  };

  test('it starts what is not there, changes what is to be changed, and tells both; operators see it', async () => {
    const first = await command('--asterisk');
    expect(first.output).toMatch(/^edge: made kamailio.cfg, dispatcher.list$/m);
    expect(first.output).toMatch(/^b: up, Asterisk 2\d\.[\d.]+, .* 0 calls/m);
    expect(first.code).toBe(0);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['a up', 'b up', 'edge up']);

    const nodes = [pidOf('nodes/a/run/node.pid'), pidOf('nodes/b/run/node.pid')];
    expect((await command('--asterisk')).output).toMatch(/^Nothing had to be changed\.$/m);
    env['EXCHANGE_LINES'] = 'main=192.0.2.5:5060';
    const changed = await command('--asterisk');
    expect(changed.output).toMatch(/^edge: changed kamailio.cfg, dispatcher.list$/m);
    expect(changed.output).not.toMatch(/^[ab]: (changed|started)/m);
    // Nobody's call is touched by it.
    expect([pidOf('nodes/a/run/node.pid'), pidOf('nodes/b/run/node.pid')]).toEqual(nodes);
    expect(statSync(join(houseFolder(dataDir), 'house.json')).mode & 0o077).toBe(0);
  });

  test('what is killed comes back by itself, and outlives whoever looked after it', async () => {
    const before = pidOf('nodes/a/run/node.pid');
    process.kill(before, 'SIGKILL');
    await expect.poll(() => pidOf('nodes/a/run/node.pid'), { timeout: 20_000 }).not.toBe(before);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['a up', 'b up', 'edge up']);
    process.kill(pidOf('keeper.pid'), 'SIGKILL');
    const { output, code } = await command('--status');
    expect(output).toMatch(/^a: up/m);
    expect(output).toMatch(/^Nobody looks after it/m);
    expect(code).toBe(3);
    expect((await command('--asterisk')).code).toBe(0);
    expect((await command('--status')).code).toBe(0);
  });

  test('it ends everything it started', async () => {
    const { output, code } = await command('--stop');
    expect(output).toContain('Ended: edge, a, b.');
    expect(code).toBe(0);
    expect(await states()).toEqual(['a down', 'b down', 'edge down']);
    expect((await command('--status')).output).toMatch(/^a: down$/m);
  });
});
