import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { planHouse } from '#adapters/telephony/asterisk/config/house-plan.ts';
import { keepHousePlan } from '#adapters/telephony/asterisk/config/house-store.ts';
import { readConfig } from './config.ts';
import { openHouseExchange, phoneSockets } from './open-house-exchange.ts';

const databaseUrl = 'postgres://db.example/openseat';
const certificate = { cert: 'cert.pem', key: 'key.pem' };

test.each([
  ['ws://127.0.0.1:3000', null, null, 'ws://192.0.2.7:17004'],
  // A page of http needs no certificate of the edge, a page of https the name that its own bears.
  ['ws://seat.example', certificate, null, 'ws://192.0.2.7:17004'],
  ['wss://seat.example', certificate, null, 'wss://seat.example:17005'],
  ["wss://seat.example;script-src'x'", certificate, null, 'wss://192.0.2.7:17005'],
  ['wss://seat.example', null, 'wss://phones.example', 'wss://phones.example'],
])(
  'a page that knows us as %s finds the edge, with its certificate (%o) or a proxy (%s) before it, at %s',
  (...row) => {
    const [ours, given, phonesUrl, found] = row;
    const plan = planHouse({ databaseUrl, publicAddress: '192.0.2.7', certificate: given });
    expect(phoneSockets(plan, phonesUrl)(ours)).toBe(found);
  },
);

test('without an exchange, with another domain and where a page of https would have to speak plainly it says what to do', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'openseat-no-exchange-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { EXCHANGE: 'asterisk', DATABASE_URL: databaseUrl };
  // Nothing of it is asked before the settings are known to fit.
  const opened = (more: Record<string, string> = {}) =>
    openHouseExchange(readConfig({ ...settings, ...more }), dataDir, {} as never);
  await expect(opened()).rejects.toThrow('npm run exchange -- --asterisk');
  keepHousePlan(dataDir, planHouse({ databaseUrl, domain: 'phones.example' }));
  await expect(opened()).rejects.toThrow('Setting SIP_DOMAIN is not usable: the exchange in');
  const https = { SIP_DOMAIN: 'phones.example', PUBLIC_URL: 'https://seat.example' };
  await expect(opened(https)).rejects.toThrow('EXCHANGE_PHONES_URL');
});

test('an exchange that an older version set up is refused with the words that mend it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'openseat-old-exchange-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { edge, nodes, ...plan } = planHouse({ databaseUrl });
  const { trunkPort: _, ...older } = edge;
  const without = nodes.map(({ soundAddress: _sound, ...node }) => node);
  keepHousePlan(dataDir, { ...plan, edge: older, nodes: without } as unknown as ReturnType<typeof planHouse>);
  const opened = openHouseExchange(
    readConfig({ EXCHANGE: 'asterisk', DATABASE_URL: databaseUrl }),
    dataDir,
    {} as never,
  );
  await expect(opened).rejects.toThrow(/older version.*edge\.trunkPort.*npm run exchange -- --asterisk/);
});
