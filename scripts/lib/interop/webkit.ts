import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Driver } from './driven-page.ts';
import { freePort } from './product.ts';

const START_MS = 30_000;
const WINDOW = { x: 0, y: 0, width: 1440, height: 900 };

/** WebKit's own small browser, which Debian keeps beside the library; null where it is absent. */
export function miniBrowser(): string | null {
  const libraries = '/usr/lib';
  for (const machine of readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu')))
    for (const version of ['webkitgtk-6.0', 'webkit2gtk-4.1']) {
      const folder = join(libraries, machine, version);
      try {
        if (readdirSync(folder).includes('MiniBrowser')) return join(folder, 'MiniBrowser');
      } catch {
        // Not this version.
      }
    }
  return null;
}

/** WebKitGTK on a screen that nobody sees, driven by WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function openWebkit(binary: string, { zone }: { zone: string }): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), 'openseat-interop-webkit-'));
  const started: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const one of started.toReversed()) if (one.exitCode === null && one.kill()) await once(one, 'exit');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    started.push(screen);
    const [display] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
    const port = await freePort();
    started.push(
      spawn('WebKitWebDriver', [`--port=${port}`], {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: 'x11', TZ: zone, HOME: home },
      }),
    );
    const send = commandsTo(`http://127.0.0.1:${port}`);
    const deadline = Date.now() + START_MS;
    while (!(await send('GET', '/status').catch(() => null))) {
      if (Date.now() > deadline) throw new Error('WebKitWebDriver did not start');
      await pause(200);
    }
    const { sessionId } = (await send('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
    })) as { sessionId: string };
    const at = `/session/${sessionId}`;
    await send('POST', `${at}/window/rect`, WINDOW);
    return driverOf((method, path, body) => send(method, `${at}${path}`, body), stop);
  } catch (problem) {
    await stop();
    throw problem;
  }
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

function driverOf(send: Send, stop: () => Promise<void>): Driver {
  const act = async (type: 'pointer' | 'key', actions: object[]) =>
    void (await send('POST', '/actions', { actions: [{ type, id: type, actions }] }));
  return {
    goTo: async (url) => void (await send('POST', '/url', { url })),
    async ask(expression) {
      const script = `const done = arguments[0];
        (async () => JSON.stringify((await (${expression})) ?? null))().then(done, (error) => done('!' + error));`;
      const answer = String(await send('POST', '/execute/async', { script, args: [] }));
      if (answer.startsWith('!')) throw new Error(`in the page: ${answer.slice(1)}`);
      return JSON.parse(answer);
    },
    pressAt: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (keys) =>
      act(
        'key',
        [...keys].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    picture: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
    async close() {
      await send('DELETE', '').catch(() => null);
      await stop();
    },
  };
}

/** The commands of WebDriver, each with its answer. */
const commandsTo =
  (driver: string): Send =>
  async (method, path, body) => {
    const response = await fetch(`${driver}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`);
    return value;
  };
