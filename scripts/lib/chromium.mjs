import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where Chromium is: CHROMIUM_PATH, else on the PATH, else where macOS keeps programs. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return isProgram(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
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
    const install = await run(apt, ['install', '-y', '--no-install-recommends', 'chromium'], { quiet: true, env });
    if (install.code !== 0) process.stderr.write(update.output + install.output);
  }
  const installed = findChromium();
  if (!installed)
    console.error(
      'The browser journeys need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to it.',
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
