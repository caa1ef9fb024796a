import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createSocket } from 'node:dgram';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { RehearsedExchange } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { telephonySuite } from '#core/telephony/telephony.suite.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openTestHouse, type TestHouse } from '../../../test/asterisk-house.ts';
import { openOutsideCarrier, type OutsideCarrier } from '../../../test/outside-carrier.ts';
import { outwardAddress } from '../../../test/outward-address.ts';
import type { SipPhone } from '../../../test/sip-phone.ts';
import { aTenant } from '../../../test/builders.ts';
import { openMetronome } from '../embedded/sound/open-metronome.ts';
import { until } from '../until.fixture.ts';
import { StasisApplication } from './config/house-names.ts';
import { houseLacks } from './config/start-asterisk-house.ts';
import { openAsteriskExchange } from './open-asterisk-exchange.ts';
import { openPhonesTable } from './open-phones-table.ts';

const LINE = 'main';
const ADDRESS = outwardAddress();
const lacks = process.env['ASTERISK_SUITE'] === '1' ? houseLacks() : 'Asked for by npm run interop exchange.';

describe.skipIf(lacks)(`the exchange on Asterisk${lacks ? ` (left out: ${lacks})` : ''}`, () => {
  let house: TestHouse;
  let tenantId: number;
  let carrier: OutsideCarrier;
  beforeAll(async () => {
    // Before the edge looks for it.
    const edge = { address: ADDRESS, port: 0 };
    const port = await freeUdpPort();
    carrier = await openOutsideCarrier(LINE, { address: ADDRESS, port, edge });
    house = await openTestHouse({ nodes: 1, address: ADDRESS, carriers: [{ name: LINE, address: ADDRESS, port }] });
    Object.assign(edge, house.edge.line);
    tenantId = await aTenant(house.db);
    for (const account of ['1001', '1002', '1003', '1004']) await house.account(account, tenantId);
  }, 90_000);
  afterAll(async () => {
    await carrier?.close();
    await house?.stop();
  }, 30_000);

  async function open(): Promise<RehearsedExchange> {
    const recordingsFolder = mkdtempSync(join(tmpdir(), 'openseat-recordings-'));
    const metronome = openMetronome();
    const bugs: unknown[] = [];
    const telephony = await openAsteriskExchange({
      domain: house.domain,
      nodes: house.nodes,
      edgeUrl: house.edge.rpcUrl,
      phones: openPhonesTable(house.databaseUrl, (problem) => void bugs.push(problem)),
      applications: [StasisApplication.ofTenant(tenantId), StasisApplication.lobby],
      address: ADDRESS,
      recordingsFolder,
      metronome,
      clock: systemClock,
      log: { error: (fields) => void bugs.push(fields), warn: () => {} },
    });
    const phones: SipPhone[] = [];
    return {
      telephony,
      outside: carrier.outside,
      lacks: ['transferRinging', 'confirmedAnswers'],
      async phone(account) {
        const phone = await house.phone(account, tenantId);
        phones.push(phone);
        await until('the exchange knows of it', () => telephony.isRegistered(account));
        return phone;
      },
      pass: (ms) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms);
        }),
      read: (path) => readFile(path),
      async close() {
        await carrier.hangUpAll();
        await Promise.all(phones.map((phone) => phone.unregister().catch(() => {})));
        await Promise.all(phones.map((phone) => phone.close()));
        await until('nobody is registered', () => phones.every(({ account }) => !telephony.isRegistered(account)));
        await telephony.stop('end');
        metronome.stop();
        await rm(recordingsFolder, { recursive: true, force: true });
        if (bugs.length > 0) throw new Error(`bugs: ${bugs.map(worded).join('; ')}`);
      },
    };
  }
  telephonySuite(open);
});

const worded = (bug: unknown): string => {
  const problem = (bug as { err?: unknown }).err ?? bug;
  return problem instanceof Error ? (problem.stack ?? problem.message) : JSON.stringify(problem);
};

const freeUdpPort = (): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.bind(0, ADDRESS, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
