import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { houseLacks } from '#adapters/telephony/asterisk/config/start-asterisk-house.ts';
import type { InteropCase } from './case.ts';

const PATIENCE_MS = 1_800_000;
const MOST_OUTPUT = 1 << 26;

/** Kamailio and Asterisk as the exchange: their tests, which are left out where they are not installed, and the suite of every exchange. */
export const exchangeCase: InteropCase = {
  name: 'exchange',

  lacks: async () => houseLacks(),

  async playAlone() {
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const { status, stdout } = spawnSync(
      process.execPath,
      [vitest, 'run', join('adapters', 'telephony', 'asterisk'), '--retry=0', '--no-color'],
      { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', timeout: PATIENCE_MS, maxBuffer: MOST_OUTPUT },
    );
    if (status !== 0) throw new Error(stdout);
    return stdout
      .split('\n')
      .filter((line) => /^\s*(Test Files|Tests)\s/.test(line))
      .map((line) => line.trim());
  },
};
