import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RehearsedExchange } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { openStage } from '#core/telephony/suite/suite-stage.fixture.ts';
import { AGENT, CUSTOMER, MUSIC, music } from '#core/telephony/suite/suite-tones.fixture.ts';
import { telephonySuite } from '#core/telephony/telephony.suite.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openTestHouse, type TestHouse } from '../../../test/asterisk-house.ts';
import { openCutWay } from '../../../test/cut-way.ts';
import { openOutsideCarrier, type OutsideCarrier } from '../../../test/outside-carrier.ts';
import { freeUdpPort } from '../../../test/house-ports.ts';
import { outwardAddress } from '../../../test/outward-address.ts';
import type { SipPhone } from '../../../test/sip-phone.ts';
import { aTenant } from '../../../test/builders.ts';
import { openMetronome } from '../embedded/sound/open-metronome.ts';
import { until } from '../until.fixture.ts';
import type { AsteriskExchange, AsteriskExchangeOptions } from './asterisk-exchange.ts';
import { StasisApplication } from './config/house-names.ts';
import { houseLacks } from './config/start-asterisk-house.ts';
import { openAsteriskExchange } from './open-asterisk-exchange.ts';
import { openPhonesTable } from './open-phones-table.ts';

const LINE = 'main';
const ADDRESS = outwardAddress();
const lacks = houseLacks();

describe.skipIf(lacks)(`the exchange on Asterisk${lacks ? ` (left out: ${lacks})` : ''}`, () => {
  let house: TestHouse;
  let tenantId: number;
  let carrier: OutsideCarrier;
  beforeAll(async () => {
    // Before the edge looks for it.
    const edge = { address: ADDRESS, port: 0 };
    const port = await freeUdpPort(ADDRESS);
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

  type ReachedHouse = Pick<AsteriskExchangeOptions, 'nodes' | 'patience'>;

  interface OpenedExchange extends RehearsedExchange {
    telephony: AsteriskExchange;
    /** As by kill -9, as far as nodes and edge see it. */
    die(): Promise<void>;
    /** Its people go home. */
    leave(): Promise<void>;
  }

  async function open({ nodes = house.nodes, patience = {} }: Partial<ReachedHouse> = {}): Promise<OpenedExchange> {
    const recordingsFolder = mkdtempSync(join(tmpdir(), 'openseat-recordings-'));
    const metronome = openMetronome();
    const bugs: unknown[] = [];
    const telephony = await openAsteriskExchange({
      domain: house.domain,
      nodes,
      patience,
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
    async function leave(): Promise<void> {
      await Promise.all(phones.map((phone) => phone.unregister().catch(() => {})));
      await Promise.all(phones.map((phone) => phone.close()));
    }
    return {
      telephony,
      tenantId,
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
      die: () => telephony.stop('goOn'),
      leave,
      async close() {
        await carrier.hangUpAll();
        await leave();
        await until('nobody is registered', () => phones.every(({ account }) => !telephony.isRegistered(account)));
        await telephony.stop('end');
        metronome.stop();
        await rm(recordingsFolder, { recursive: true, force: true });
        if (bugs.length > 0) throw new Error(`bugs: ${bugs.map(worded).join('; ')}`);
      },
    };
  }
  telephonySuite(() => open());

  test('a process that dies leaves people talking, and the next one finds them, their room and their recording', async () => {
    const dying = await open();
    const stage = openStage(dying);
    const { agent, customer } = await stage.conversation();
    await dying.telephony.record(customer.leg, 'r-outlived');
    // As much of it as is asked for below belongs to the one that dies.
    await dying.pass(600);
    // Everything of the process is gone at once, and nobody was told to hang up.
    await dying.die();
    await stage.hears(customer.call, [AGENT]);
    await stage.hears(agent.call, [CUSTOMER]);

    const next = await open();
    const after = openStage(next);
    expect([...(await next.telephony.legs())].sort()).toEqual([agent.leg, customer.leg].sort());
    const found = await next.telephony.lead(StasisApplication.ofTenant(tenantId));
    expect(found).toContainEqual({
      leg: customer.leg,
      made: 'rung',
      account: null,
      isAnswered: true,
      partners: [agent.leg],
      recordingId: 'r-outlived',
    });
    await agent.call.key('7');
    await after.saw('keyPressed', agent.leg);
    await next.telephony.hold(customer.leg, music);
    await after.hears(customer.call, [MUSIC]);
    await next.telephony.stopRecording('r-outlived');
    expect((await after.saw('recorded', customer.leg)).durationMs).toBeGreaterThan(500);
    await agent.call.hangUp();
    expect(await after.ended(agent.leg)).toMatchObject({ cause: 'normal', by: 'them' });
    await next.telephony.hangUp(customer.leg);
    await dying.leave();
    await next.close();
  }, 60_000);

  test('a node that nobody reaches when a process takes over is asked when it is back, and what lives there is told', async () => {
    const dying = await open();
    const stage = openStage(dying);
    const { agent, customer } = await stage.conversation();
    await dying.die();
    const { hostname, port } = new URL(house.nodes[0]!.ari.url);
    const way = await openCutWay({ host: hostname, port: Number(port) }, { isOpen: false });
    const nodes = house.nodes.map((node) => ({
      ...node,
      ari: { ...node.ari, url: node.ari.url.replace(/:\d+\//, `:${way.port}/`) },
    }));
    const next = await open({ nodes, patience: { nodeMs: 100 } });
    const after = openStage(next);
    expect(await next.telephony.legs()).toEqual([]);
    way.opens();
    for (const { leg } of [agent, customer]) expect(await after.saw('legFound', leg)).toMatchObject({ tenantId });
    for (const { leg } of [agent, customer]) await next.telephony.hangUp(leg);
    await after.ended(agent.leg);
    await dying.leave();
    await next.close();
    way.close();
  }, 60_000);
});

const worded = (bug: unknown): string => {
  const problem = (bug as { err?: unknown }).err ?? bug;
  return problem instanceof Error ? (problem.stack ?? problem.message) : JSON.stringify(problem);
};
