import { createSocket } from 'node:dgram';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { openEmbeddedExchange } from '#adapters/telephony/embedded/open-embedded-exchange.ts';
import { leftRecordings } from '#adapters/telephony/embedded/sound/left-recordings.ts';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import { sipAccounts, tenantOfPhone } from '#features/team/agents/server/index.ts';
import { callPasses } from '#features/chat/chat-channels/server/index.ts';
import { calledNumber } from '#features/voice/did-numbers/server/index.ts';
import { isProbeAccount, openProbeAccounts, probeAccountOwner } from '#features/voice/self-test/server/index.ts';
import type { LeadPhone } from '#adapters/telephony/embedded/sip/lead-phones.ts';
import type { HomeDoor } from '#platform/server/homes/home-door.ts';
import { peerAddress } from '#platform/server/http/peer-address.ts';
import { isOurs } from '#platform/server/http/security.ts';
import type { World } from '#platform/server/world.ts';
import type { Config } from './config.ts';
import { openPhoneLead } from './open-phone-lead.ts';
import { iceServersFor } from './ice-servers.ts';
import { readLentTrunks } from './lent-trunks.ts';
import { openTrunkLead, serveLedCalls, TRUNK_LED_PATH } from './open-trunk-lead.ts';
import { openTrunks } from './open-trunks.ts';
import type { Exchange } from './exchange.ts';
import { recordingsFolderOf } from './recordings-folder.ts';
import { openRehearsal, REHEARSAL } from './rehearsal-people.ts';
import { openPhoneEdge, phoneAliases, phoneMedia } from './open-phone-edge.ts';

/** The exchange of this process: phones over websockets, sound over one UDP port, outside lines to carriers and to the rehearsal. */
export async function openExchange(
  config: Pick<Config, 'demo' | 'phones' | 'trunks' | 'allowedOrigins' | 'trustProxy' | 'allowPrivate'> & {
    certificate: { cert: string; key: string } | null;
  },
  dataDir: string,
  { db, clock, log, metrics }: Pick<World, 'db' | 'clock' | 'log' | 'metrics'>,
): Promise<Exchange> {
  const { demo, phones, allowedOrigins, trustProxy, allowPrivate, certificate } = config;
  const recordingsFolder = recordingsFolderOf(dataDir, phones.node);
  mkdirSync(recordingsFolder, { recursive: true });
  let servedElsewhere: ReadonlySet<string> = new Set();
  let lead: LeadPhone = async () => null;
  let seen: HomeDoor['seen'] = () => null;
  const peer = peerAddress(trustProxy);
  const metronome = openMetronome();
  const carrier = openRehearsal(metronome, clock.nowMs);
  const udpPort = phones.mediaPort || (await freeUdpPort(phones.mediaBind));
  const [agents, testers] = [sipAccounts(db, demo), openProbeAccounts({ db, clock })];
  const guests = callPasses(db);
  async function tenantOf(account: string): Promise<number | null> {
    if (isProbeAccount(account)) return probeAccountOwner(account)?.tenantId ?? null;
    return account.startsWith('guest-') ? guests.tenantOf(account) : tenantOfPhone(db, account);
  }
  const telephony = openEmbeddedExchange({
    domain: phones.domain,
    accounts: {
      find: async (account, from, isDeskPhone) => {
        if (!isProbeAccount(account)) return agents.find(account, from, isDeskPhone);
        return isDeskPhone ? null : testers.find(account, phones.domain);
      },
      guests,
    },
    carriers: { [REHEARSAL]: carrier },
    recordingsFolder,
    media: {
      udpPort,
      ...(phones.mediaBind && { bindAddress: phones.mediaBind }),
      ...(phones.mediaAddress && { announcedAddress: phones.mediaAddress }),
      ...phoneMedia(phones.ports),
    },
    clock,
    log,
    metronome,
    sip: {
      ...phoneAliases(phones.ports),
      allowOrigin: (origin, host) => isOurs(origin, host, allowedOrigins),
      servedElsewhere: (path) => servedElsewhere.has(path),
      addressOf: (request) => seen(request)?.address ?? peer(request),
      isLed: (request) => seen(request) !== null,
      lead: (account, wire) => lead(account, wire),
    },
    onSuspicious: ({ what, account, address }) => {
      metrics.suspicious.inc({ what });
      log.warn({ what, account, address }, 'suspicious: signalling refused');
    },
  });
  const phoneWays = await openPhoneEdge(telephony, phones.ports);
  metrics.watchExchange(() => telephony.counts());
  const lent = readLentTrunks(config.trunks.file);
  const trunks = openTrunks({
    place: config.trunks,
    certificate,
    allowPrivate,
    exchange: telephony,
    metronome,
    clock,
    log,
    lent,
  });
  let ledCalls: { stop(): void } | null = null;
  let stopped: Promise<void> | null = null;
  async function stop(): Promise<void> {
    carrier.stop();
    ledCalls?.stop();
    await telephony.stop();
    await trunks.stop();
    metronome.stop();
  }
  return {
    telephony,
    rehearsal: carrier,
    trunks,
    facts: {
      domain: phones.domain,
      node: phones.node,
      iceServers: (user, nowMs, lastsSec) => iceServersFor(phones, user, nowMs, lastsSec),
      phoneWays: () => phoneWays,
      carriers: () => [
        { name: REHEARSAL, isRehearsal: true },
        ...trunks.lent().map(({ carrier: name, tenantIds }) => ({ name, isRehearsal: false, tenantIds })),
      ],
      sound: {
        udpPort,
        isPortFixed: phones.mediaPort !== 0,
        address: phones.mediaAddress,
        hasStun: phones.stunUrls.length > 0,
        hasTurn: phones.turnUrls.length > 0,
      },
      leftRecordings: () => leftRecordings(recordingsFolder),
    },
    attach({ http, channelPaths, homes, door }, certificate) {
      servedElsewhere = new Set([...channelPaths, TRUNK_LED_PATH]);
      seen = door.seen;
      lead = openPhoneLead({ homes, certificate, tenantOf });
      trunks.leadCalls(openTrunkLead({ homes, certificate, tenantOf: (number) => tenantOfNumber(db, number) }));
      ledCalls = serveLedCalls(http.server as Server, door.seen, (name, leg) => trunks.takeLed(name, leg));
      telephony.attach(http.server as Server);
    },
    stop: () => (stopped ??= stop()),
  };
}

const tenantOfNumber = async (db: World['db'], number: string): Promise<number | null> =>
  (await calledNumber(db, number.replace(/\D/g, '')))?.tenantId ?? null;

const freeUdpPort = (address: string | null): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = createSocket(address?.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', reject);
    socket.bind(0, address ?? undefined, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
