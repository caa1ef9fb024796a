import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { houseLacks } from '#adapters/telephony/asterisk/config/start-asterisk-house.ts';
import type { InteropCase } from './case.ts';

/** Journeys that concern phones, by their files. */
const SPECS = [
  'call-by-ear',
  'calls',
  'chat-call',
  'dialer-task',
  'first-call',
  'flow-voice',
  'monitoring',
  'outlives-server',
  'phone-edge',
  'phone-network',
  'phone-rejections',
  'phone-rules',
  'phone-settings',
  'phone-tabs',
  'phone-transfer',
  'preview-task',
  'self-test',
  'softphone',
  'voicemail',
];

/** Journeys that cannot be played so, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'a frozen page the server gave up':
    'it cuts the wire between page and product, over which the phone of the embedded exchange goes, too',
  'the network changes in a call':
    'its relay of sound stands before one port of one process; phone-edge.spec.ts changes the network otherwise',
};

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
}

/** The journeys of the phone in Chromium with EXCHANGE=asterisk: through Kamailio to Asterisk and back. */
export const phonesCase: InteropCase = {
  name: 'phones',

  lacks: async () => houseLacks(),

  async playAlone() {
    const folder = mkdtempSync(join(tmpdir(), 'openseat-phones-'));
    const file = join(folder, 'told.json');
    const only = process.env['INTEROP_ONLY'];
    const playing = spawn(
      process.execPath,
      [
        join('node_modules', '@playwright', 'test', 'cli.js'),
        'test',
        ...SPECS.map((name) => `test/journeys/${name}.spec.ts`),
        ...(only ? ['-g', only] : []),
        '--grep-invert',
        Object.keys(ELSEWHERE).join('|'),
        '--reporter=list,json',
      ],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          JOURNEY_SERVE: 'test/journeys/serve-asterisk.ts',
          JOURNEY_WORKERS: '1',
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        },
      },
    );
    await once(playing, 'exit');
    try {
      const { stats } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
      const played = `${stats.expected} of ${stats.expected + stats.unexpected} journeys through Kamailio and Asterisk`;
      if (stats.unexpected > 0) throw new Error(`${played} went as they should`);
      return [played, ...Object.entries(ELSEWHERE).map(([title, why]) => `left out “${title} …”: ${why}`)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
