import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** Chromium without windows: opens pages with 0.4 of the processor time of the whole one. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where the browser of journeys is: CHROMIUM_PATH, else the shell, else the whole one. */
export const findChromium = (env = process.env) => find(env, [SHELL, ...WHOLE]);

/** Where the browser people have is; what is measured is measured there. */
export const findWholeChromium = (env = process.env) => find(env, [...WHOLE, SHELL]);

/** By name on the PATH, else where macOS keeps programs. */
function find(env, names) {
  if (env.CHROMIUM_PATH) return isProgram(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  const folders = (env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].find(isProgram);
}

/** Finds them, or installs them where that needs no question: as root on Debian. Undefined, with one line said, when there is none. */
export async function needChromium() {
  const apt = ['/usr/bin/apt-get', '/bin/apt-get'].find(isProgram);
  // The journey about notifications needs the whole one, too.
  const missing = [SHELL, 'chromium'].filter((name) => !find({ PATH: process.env.PATH }, [name]));
  if (missing.length > 0 && !process.env.CHROMIUM_PATH && process.getuid?.() === 0 && apt) {
    console.log(`Installing ${missing.join(' and ')} for the browser journeys …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const update = await run(apt, ['update'], { quiet: true, env });
    for (const name of missing) {
      const install = await run(apt, ['install', '-y', '--no-install-recommends', name], { quiet: true, env });
      if (install.code !== 0 && !findChromium()) process.stderr.write(update.output + install.output);
    }
  }
  const found = findChromium();
  if (!found)
    console.error(
      'The browser journeys need Chromium: install it (Debian: apt-get install chromium chromium-headless-shell) or set CHROMIUM_PATH to it.',
    );
  return found;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
