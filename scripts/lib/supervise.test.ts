import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/** A starter in a process group of its own whose server says what it hears, and on what it stops. */
function aStarter() {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-supervise-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = join(folder, 'server.mjs');
  writeFileSync(
    server,
    `
    const stop = (why) => { console.log(why); setTimeout(() => { console.log('stopped'); process.exit(7); }, 100); };
    for (const why of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(why, () => stop(why));
    console.log('running');`,
  );
  const starter = join(folder, 'starter.mjs');
  writeFileSync(
    starter,
    `
    import { supervise } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'supervise.mjs')).href)};
    supervise([{ command: process.execPath, args: [${JSON.stringify(server)}], env: process.env }]);`,
  );
  const child = spawn(process.execPath, [starter], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: '' },
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const running = async () => {
    await expect.poll(() => lines, { timeout: 10_000 }).toEqual(['running']);
  };
  return { child, lines, running, closed: once(child, 'close') };
}

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s to the starter stops the server once, and its exit code is the server’s',
  async (signal) => {
    const { child, lines, running, closed } = aStarter();
    await running();
    child.kill(signal);
    expect(await closed).toEqual([7, null]);
    expect(lines).toEqual(['running', 'SIGTERM', 'stopped']);
  },
);

test('Ctrl-C, which the terminal sends to the whole group and npm passes on again, stops the server once', async () => {
  const { child, lines, running, closed } = aStarter();
  await running();
  process.kill(-child.pid!, 'SIGINT');
  child.kill('SIGINT');
  await closed;
  expect(lines).toEqual(['running', 'SIGTERM', 'stopped']);
});

test('a starter that is killed takes the server along', async () => {
  const { child, lines, running, closed } = aStarter();
  await running();
  child.kill('SIGKILL');
  await closed;
  expect(lines).toEqual(['running', 'disconnect', 'stopped']);
});
