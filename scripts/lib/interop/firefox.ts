import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openBidi } from './bidi.ts';
import type { Driver } from './driven-page.ts';
import { hasSoundServer, openSoundCard } from './sound-card.ts';

/** Nobody asks whether the microphone may be used; everything else as people have it. */
const PREFERENCES = {
  'media.navigator.permission.disabled': true,
  'intl.accept_languages': 'en-US',
  'intl.locale.requested': 'en-US',
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};
const WINDOW = { width: 1440, height: 900 };

/** Firefox without a window on a profile of its own; `before` runs in every page before the page's own code. */
export async function openFirefox({ zone, before }: { zone: string; before: string }): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'openseat-interop-firefox-'));
  const card = hasSoundServer() ? await openSoundCard(profile) : null;
  writeFileSync(
    join(profile, 'user.js'),
    // Without a sound card the browser makes up a microphone, which is a tone.
    Object.entries({ ...PREFERENCES, 'media.navigator.streams.fake': card === null })
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const firefox = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TZ: zone, HOME: profile, ...card?.env } },
  );
  const stop = async (): Promise<void> => {
    if (firefox.exitCode === null && firefox.kill()) await once(firefox, 'exit');
    await card?.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const bidi = await openBidi(`${await listening(firefox)}/session`);
    await bidi.send('session.new', { capabilities: {} });
    const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    const { context } = contexts[0]!;
    await bidi.send('browsingContext.setViewport', { context, viewport: WINDOW });
    await bidi.send('script.addPreloadScript', { functionDeclaration: `() => { ${before} }` });
    const act = (type: 'pointer' | 'key', actions: object[]) =>
      bidi.send('input.performActions', { context, actions: [{ type, id: type, actions }] });
    return {
      goTo: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
      async ask(expression) {
        const answer = await bidi.send<Evaluated>('script.evaluate', {
          expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
          target: { context },
          awaitPromise: true,
        });
        if (answer.type === 'exception') throw new Error(`in the page: ${answer.exceptionDetails.text}`);
        return JSON.parse(answer.result.value);
      },
      pressAt: async (x, y) =>
        void (await act('pointer', [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ])),
      type: async (keys) =>
        void (await act(
          'key',
          [...keys].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        )),
      async picture() {
        const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context });
        return Buffer.from(data, 'base64');
      },
      async close() {
        bidi.close();
        await stop();
      },
    };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

type Evaluated =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

/** Where it says that it can be driven; what it says later is read too, or it would wait to say it. */
const listening = (firefox: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    createInterface(firefox.stderr!).on('line', (line) => {
      const url = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (url) resolve(url);
    });
    firefox.on('error', reject);
    firefox.on('exit', () => reject(new Error('Firefox ended before it could be driven')));
  });
