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

/** Finds it, or installs it where that needs no question: as root on Debian. Undefined, with one line said, when neither works. */
export async function needChromium() {
  const found = findChromium();
  if (found) return found;
  const apt = ['/usr/bin/apt-get', '/bin/apt-get'].find(isProgram);
  if (!process.env.CHROMIUM_PATH && process.getuid?.() === 0 && apt) {
    console.log('Installing Chromium for the browser journeys …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const update = await run(apt, ['update'], { quiet: true, env });
    const install = (name) => run(apt, ['install', '-y', '--no-install-recommends', name], { quiet: true, env });
    const shell = await install(SHELL);
    // Not every Debian has it.
    const whole = shell.code === 0 ? shell : await install('chromium');
    if (whole.code !== 0) process.stderr.write(update.output + shell.output + whole.output);
  }
  const installed = findChromium();
  if (!installed)
    console.error(
      'The browser journeys need Chromium: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to it.',
    );
  return installed;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
