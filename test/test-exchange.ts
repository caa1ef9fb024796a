import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedExchange, EmbeddedExchangeOptions } from '#adapters/telephony/embedded/embedded-exchange.ts';
import { openEmbeddedExchange } from '#adapters/telephony/embedded/open-embedded-exchange.ts';
import { openRtpPorts } from '#adapters/telephony/rtp/rtp-ports.ts';
import type { PhoneWiresOptions } from '#adapters/telephony/embedded/sip/phone-wires.ts';
import type { SipTransport } from '#core/trunk/trunk-settings.ts';
import type { DeskWay } from './desk-transport.ts';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import type { RehearsedExchange } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { openOutsideLine } from './outside-line.ts';
import { openSipPhone, type SipPhone } from './sip-phone.ts';
import { systemClock } from '#platform/server/clock.ts';

const DOMAIN = 'openseat.test';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const passwordOf = (account: string): string => `secret-${account}`;

export interface TestExchange extends RehearsedExchange {
  telephony: EmbeddedExchange;
  /** `http://host:port` */
  address: string;
  phone(account: string, rewrite?: (description: string) => string): Promise<SipPhone>;
  /** What the exchange logged as a bug. */
  bugs: unknown[];
}

/** The embedded exchange with the ports of SIP's own open besides, and phones that come through them. */
export async function openDeskExchange(
  options: Partial<EmbeddedExchangeOptions> & { wires?: Partial<PhoneWiresOptions> } = {},
): Promise<
  TestExchange & {
    deskPhone(account: string, way?: Partial<DeskWay>, rewrite?: Rewrite): Promise<SipPhone>;
    ports: DeskPorts;
  }
> {
  const address = '127.0.0.1';
  const { wires, ...rest } = options;
  const rtp = { ports: openRtpPorts(address, null), announcedAddress: address };
  const exchange = await openTestExchange({
    ...rest,
    media: { bindAddress: address, rtp, ...rest.media },
    sip: { aliases: [address], ...rest.sip },
  });
  const ports = await exchange.telephony.listen({
    bindAddress: address,
    announcedAddress: address,
    udpPort: 0,
    tcpPort: 0,
    ...wires,
  });
  const phones: SipPhone[] = [];
  return {
    ...exchange,
    ports,
    async deskPhone(account, way = {}, rewrite) {
      const transport = way.transport ?? 'udp';
      const phone = await openSipPhone({
        account,
        password: passwordOf(account),
        domain: DOMAIN,
        server: { address, port: ports[transport]!, ...way, transport },
        ...(rewrite && { rewrite }),
      });
      phones.push(phone);
      return phone;
    },
    async close() {
      await Promise.all(phones.map((phone) => phone.close()));
      await exchange.close();
    },
  };
}

type Rewrite = (description: string) => string;
type DeskPorts = Readonly<Partial<Record<SipTransport, number>>>;

/** The embedded exchange on a loopback port, with phones that are no browsers. Accounts of four digits exist. */
export async function openTestExchange(options: Partial<EmbeddedExchangeOptions> = {}): Promise<TestExchange> {
  const metronome = openMetronome();
  const { carrier, outside } = openOutsideLine('main', metronome);
  const recordingsFolder = mkdtempSync(join(tmpdir(), 'openseat-recordings-'));
  const bugs: unknown[] = [];
  const telephony = openEmbeddedExchange({
    domain: DOMAIN,
    accounts: {
      find: async (account) =>
        /^1\d{3}$/.test(account) ? { ha1: md5(`${account}:${DOMAIN}:${passwordOf(account)}`) } : null,
    },
    carriers: { main: carrier },
    recordingsFolder,
    media: { bindAddress: '127.0.0.1' },
    clock: systemClock,
    log: { error: (fields) => void bugs.push(fields) },
    metronome,
    ...options,
  });
  const server = createServer();
  telephony.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const phones: SipPhone[] = [];
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    telephony,
    outside,
    bugs,
    async phone(account, rewrite) {
      const phone = await openSipPhone({
        ...(rewrite && { rewrite }),
        account,
        password: passwordOf(account),
        domain: DOMAIN,
        server: `ws://127.0.0.1:${port}/cc/sip/main`,
      });
      phones.push(phone);
      return phone;
    },
    pass: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),
    read: (path) => readFile(path),
    async close() {
      await Promise.all(phones.map((phone) => phone.close()));
      await telephony.stop();
      metronome.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(recordingsFolder, { recursive: true, force: true });
    },
  };
}
