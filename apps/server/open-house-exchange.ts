import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { houseFolder, missingIn, readPlanIn } from '#adapters/telephony/asterisk/config/house-store.ts';
import type { HousePlan } from '#adapters/telephony/asterisk/config/house-plan.ts';
import { nodePlace } from '#adapters/telephony/asterisk/config/node-place.ts';
import { rpcUrl } from '#adapters/telephony/asterisk/config/open-house-parts.ts';
import { openAsteriskExchange } from '#adapters/telephony/asterisk/open-asterisk-exchange.ts';
import { leftRecordings } from '#adapters/telephony/embedded/sound/left-recordings.ts';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import type { LeftRecording } from '#core/telephony/exchange-facts.ts';
import { edgePhones } from '#features/team/agents/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { Homes } from '#platform/server/homes/homes.ts';
import type { World } from '#platform/server/world.ts';
import { BadSetting, type Config } from './config.ts';
import type { Exchange } from './exchange.ts';
import { iceServersFor } from './ice-servers.ts';
import { readLentTrunks } from './lent-trunks.ts';
import { openAsteriskLines } from './open-asterisk-lines.ts';
import { openLobbyLead } from './open-lobby-lead.ts';
import { recordingsFolderOf } from './recordings-folder.ts';
import { openRehearsal, REHEARSAL } from './rehearsal-people.ts';

/** Longer than a process takes to fetch what ended a moment ago. */
const COLLECT_EVERY_MS = 30_000;

/** The exchange of Kamailio and Asterisk, as `npm run exchange` keeps it on this machine; calls outlive this process. */
export async function openHouseExchange(
  {
    phones,
    house,
    publicUrl,
    trunks,
    allowPrivate,
  }: Pick<Config, 'phones' | 'house' | 'publicUrl' | 'trunks' | 'allowPrivate'>,
  dataDir: string,
  { db, clock, log, metrics }: Pick<World, 'db' | 'clock' | 'log' | 'metrics'>,
): Promise<Exchange> {
  const home = house.home === null ? houseFolder(dataDir) : resolve(house.home);
  const plan = planIn(home, phones.domain);
  const sockets = phoneSockets(plan, house.phonesUrl);
  if (publicUrl?.startsWith('https:') && !sockets(publicUrl.replace(/^http/, 'ws')).startsWith('wss:'))
    throw new BadSetting(
      'Setting PUBLIC_URL is not usable: pages of https open no plain websockets. Give the edge a certificate (TLS_CERT, TLS_KEY for npm run exchange), or EXCHANGE_PHONES_URL where a proxy has one.',
    );
  const recordingsFolder = recordingsFolderOf(dataDir, phones.node);
  mkdirSync(recordingsFolder, { recursive: true });
  const metronome = openMetronome();
  const carrier = openRehearsal(metronome, clock.nowMs);
  const address = house.ownAddress ?? plan.edge.address;
  const rehearsal = { name: REHEARSAL, carrier };
  const lent = readLentTrunks(trunks.file);
  const lineParts = { db, clock, log, allowPrivate, plan, home, address, rehearsal, lent, metronome };
  const own = await openAsteriskLines(lineParts);
  let homes: Pick<Homes, 'find' | 'leases'> | null = null;
  const telephony = await openAsteriskExchange({
    domain: plan.domain,
    nodes: plan.nodes.map((node) => nodePlace(plan, node, home)),
    edgeUrl: rpcUrl(plan),
    phones: edgePhones(db),
    applications: [],
    leader: async (tenantId) => homes!.find(tenantId),
    address,
    lines: own.lines,
    recordingsFolder,
    metronome,
    clock,
    log,
  });
  metrics.watchExchange(() => telephony.counts());
  const report = (problem: unknown): void => {
    if (!isUnavailable(problem))
      log.error({ err: problem }, 'the lobby of the exchange, or recordings left there, could not be seen to');
  };
  let lobby: ReturnType<typeof openLobbyLead> | null = null;
  let stopped: Promise<void> | null = null;
  let adopt = (_left: LeftRecording): void => {};
  const collecting = setInterval(() => {
    // One process looks: the one that keeps the lobby.
    if (!lobby?.isKept()) return;
    telephony
      .collectLeft()
      .then((left) => {
        for (const one of left) adopt(one);
      })
      .catch(report);
  }, COLLECT_EVERY_MS).unref();
  async function stop(): Promise<void> {
    clearInterval(collecting);
    carrier.stop();
    await lobby?.stop();
    await telephony.stop('goOn');
    await own.stop();
    metronome.stop();
  }
  return {
    telephony,
    rehearsal: carrier,
    trunks: own.trunks,
    facts: {
      domain: phones.domain,
      node: phones.node,
      iceServers: (user, nowMs, lastsSec) => iceServersFor(phones, user, nowMs, lastsSec),
      phoneSockets: sockets,
      carriers: () => [
        { name: REHEARSAL, isRehearsal: true },
        ...plan.carriers.map(({ name }) => ({ name, isRehearsal: false })),
        ...own.trunks.lent().map(({ carrier: name, tenantIds }) => ({ name, isRehearsal: false, tenantIds })),
      ],
      leftRecordings: () => leftRecordings(recordingsFolder),
      onLeftRecording: (listener) => void (adopt = listener),
    },
    attach(server) {
      homes = server.homes;
      lobby = openLobbyLead(server.homes.leases, telephony, report);
    },
    stop: () => (stopped ??= stop()),
  };
}

function planIn(home: string, domain: string): HousePlan {
  const plan = readPlanIn(home);
  if (!plan)
    throw new BadSetting(
      `Setting EXCHANGE is not usable: there is no exchange in ${home}. npm run exchange -- --asterisk sets it up; EXCHANGE_HOME names the folder where it is another.`,
    );
  if (missingIn(plan).length > 0)
    throw new BadSetting(
      `Setting EXCHANGE is not usable: the exchange in ${home} was set up by an older version (it lacks ${missingIn(plan).slice(0, 3).join(', ')}). Run npm run exchange -- --asterisk again with its settings: it carries out what changed.`,
    );
  if (plan.domain !== domain)
    throw new BadSetting(
      `Setting SIP_DOMAIN is not usable: the exchange in ${home} has ${plan.domain}. Run npm run exchange -- --asterisk with the same one.`,
    );
  return plan;
}

const HOST = /^([a-z0-9.-]+|\[[0-9a-f:]+\])$/i;

/** Where phones find the edge: by the name they know us by where it has a certificate, which bears it. */
export const phoneSockets =
  ({ edge }: Pick<HousePlan, 'edge'>, phonesUrl: string | null) =>
  (ours: string): string => {
    if (phonesUrl !== null) return phonesUrl;
    const plain = `ws://${edge.publicAddress}:${edge.wsPort}`;
    if (!ours.startsWith('wss:') || !edge.certificate) return plain;
    const { hostname } = URL.canParse(ours) ? new URL(ours) : { hostname: '' };
    return `wss://${HOST.test(hostname) ? hostname : edge.publicAddress}:${edge.wssPort}`;
  };
