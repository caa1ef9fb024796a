import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestHouse, passwordOfPhone, type TestHouse } from '../../../../test/asterisk-house.ts';
import { openSipPhone } from '../../../../test/sip-phone.ts';
import { until } from '../../until.fixture.ts';
import { houseLacks } from './start-asterisk-house.ts';

const lacks = houseLacks();
const AGENT = 500;

/** Asks a node by ARI. */
async function ari(house: TestHouse, node: number, method: string, path: string): Promise<any> {
  const { url, user, secret } = house.nodes[node]!.ari;
  const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  const response = await fetch(`${url}${path}`, { method, headers: { authorization } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text ? JSON.parse(text) : null;
}

describe.skipIf(lacks)(`Kamailio and Asterisk${lacks ? ` (left out: ${lacks})` : ''}`, { timeout: 60_000 }, () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse({ nodes: 2 });
  }, 90_000);
  afterAll(() => house?.stop(), 30_000);

  test('a phone registers with an account of the tables and hears itself at the echo', async () => {
    const phone = await house.phone('1001');
    const call = phone.call('9196');
    await until(() => call.at() === 'talking');
    call.speak(AGENT);
    await expect.poll(() => call.hears(), { timeout: 10_000 }).toEqual([AGENT]);
    await call.hangUp();
  });

  test('a wrong password is refused', async () => {
    await house.account('1002');
    const wrong = openSipPhone({
      account: '1002',
      password: `${passwordOfPhone('1002')}!`,
      domain: house.domain,
      server: house.phonesUrl,
    });
    await expect(wrong).rejects.toThrow('403');
  });
  test('info', async () => { expect(await ari(house, 0, 'GET', '/asterisk/info')).toMatchObject({}); });
});
