import { createSocket } from 'node:dgram';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedExchange } from '#adapters/telephony/embedded/open-embedded-exchange.ts';
import { leftRecordings } from '#adapters/telephony/embedded/sound/left-recordings.ts';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import { openSoundShelf } from '#adapters/telephony/embedded/sound/open-sound-shelf.ts';
import { openRehearsalCarrier } from '#adapters/telephony/rehearsal/open-rehearsal-carrier.ts';
import { sipAccounts } from '#features/team/agents/server/index.ts';
import { callPasses } from '#features/chat/chat-channels/server/index.ts';
import { isProbeAccount, openProbeAccounts } from '#features/voice/line-check/server/index.ts';
import { peerAddress } from '#platform/server/http/peer-address.ts';
import { isOurs } from '#platform/server/http/security.ts';
import { selfSigned } from '#platform/server/self-signed.ts';
import type { World } from '#platform/server/world.ts';
import type { Config } from './config.ts';
import { iceServersFor } from './ice-servers.ts';
import type { Exchange } from './exchange.ts';

/** The rehearsal carrier, as `trunk.carrier` names it. */
const REHEARSAL = 'rehearsal';
/** The rehearsal carrier's people are the same at every start. */
const SEED = 20_261_115;

/** Phones know the certificate of their sound by what the signalling says of it, not by who signed it: it only has to outlive the process. */
const CERTIFICATE_YEARS = 20;
const YEAR_MS = 365 * 86_400_000;

/** The exchange of this process: phones over websockets, sound over one UDP port, outside lines that lead to the rehearsal carrier. */
export async function openExchange(
  { demo, phones, allowedOrigins, trustProxy }: Pick<Config, 'demo' | 'phones' | 'allowedOrigins' | 'trustProxy'>,
  dataDir: string,
  { db, clock, log, metrics }: Pick<World, 'db' | 'clock' | 'log' | 'metrics'>,
): Promise<Exchange> {
  const recordingsFolder = join(dataDir, 'recordings');
  mkdirSync(recordingsFolder, { recursive: true });
  let servedElsewhere: ReadonlySet<string> = new Set();
  const metronome = openMetronome();
  const shelf = openSoundShelf();
  const carrier = openRehearsalCarrier({
    metronome,
    nowMs: clock.nowMs,
    seed: SEED,
    phrase: (name) => shelf.render({ prompt: name, language: 'en-US' }),
  });
  const udpPort = phones.mediaPort || (await freeUdpPort(phones.mediaBind));
  const [agents, testers] = [sipAccounts(db, demo), openProbeAccounts({ db, clock })];
  const telephony = openEmbeddedExchange({
    domain: phones.domain,
    accounts: {
      find: (account, from) =>
        isProbeAccount(account) ? testers.find(account, phones.domain) : agents.find(account, from),
      guests: callPasses(db),
    },
    carriers: { [REHEARSAL]: carrier },
    recordingsFolder,
    media: {
      udpPort,
      certificate: await selfSigned(phones.domain, {
        curve: 'prime256v1',
        to: new Date(Date.now() + CERTIFICATE_YEARS * YEAR_MS),
      }),
      ...(phones.mediaBind && { bindAddress: phones.mediaBind }),
      ...(phones.mediaAddress && { announcedAddress: phones.mediaAddress }),
    },
    clock,
    log,
    metronome,
    sip: {
      allowOrigin: (origin, host) => isOurs(origin, host, allowedOrigins),
      servedElsewhere: (path) => servedElsewhere.has(path),
      addressOf: peerAddress(trustProxy),
    },
    onSuspicious: ({ what, account, address }) => {
      metrics.suspicious.inc({ what });
      log.warn({ what, account, address }, 'suspicious: signalling refused');
    },
  });
  metrics.watchExchange(() => telephony.counts());
  let stopped: Promise<void> | null = null;
  async function stop(): Promise<void> {
    carrier.stop();
    await telephony.stop();
    metronome.stop();
  }
  return {
    telephony,
    rehearsal: carrier,
    facts: {
      domain: phones.domain,
      node: phones.node,
      iceServers: (user, nowMs, lastsSec) => iceServersFor(phones, user, nowMs, lastsSec),
      carriers: () => [{ name: REHEARSAL, isRehearsal: true }],
      sound: {
        udpPort,
        isPortFixed: phones.mediaPort !== 0,
        address: phones.mediaAddress,
        hasStun: phones.stunUrls.length > 0,
        hasTurn: phones.turnUrls.length > 0,
      },
      leftRecordings: () => leftRecordings(recordingsFolder),
    },
    attach(server, channelPaths) {
      servedElsewhere = channelPaths;
      telephony.attach(server);
    },
    stop: () => (stopped ??= stop()),
  };
}

const freeUdpPort = (address: string | null): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = createSocket(address?.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', reject);
    socket.bind(0, address ?? undefined, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
