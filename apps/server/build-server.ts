import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { leavesRoom } from '#core/files/upload-limits.ts';
import { openAgentBoard } from '#features/team/agent-status/server/index.ts';
import { nodes as nodesFeature } from '#features/operator/nodes/server/index.ts';
import { tenants } from '#features/operator/tenants/server/index.ts';
import { openLogKeeper } from '#features/office/operation-log/server/index.ts';
import { openApiKeys } from '#features/integrations/tenant-api/server/index.ts';
import { fencedDb, type Homes } from '#platform/server/homes/homes.ts';
import type { HomeDoor } from '#platform/server/homes/home-door.ts';
import { openHomeDoor } from '#platform/server/homes/open-home-door.ts';
import { openHomes } from '#platform/server/homes/open-homes.ts';
import { buildHttp } from '#platform/server/http/build-http.ts';
import { openApi, publicApi } from '#platform/server/http/openapi.ts';
import { peerAddress } from '#platform/server/http/peer-address.ts';
import type { Route } from '#platform/server/http/routes.ts';
import { servePages } from '#platform/server/http/pages.ts';
import { SECURITY_TXT_PATH, securityTxt } from '#platform/server/http/security-txt.ts';
import { hasToken, isFromThisMachine } from '#platform/server/http/security.ts';
import { openOutgoingHold } from '#platform/server/jobs/outgoing-hold.ts';
import { openJobs } from '#platform/server/jobs/open-jobs.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { sealJob } from '#platform/server/http/seal.ts';
import { openChannels } from '#platform/server/realtime/open-channels.ts';
import { buildId } from '#platform/server/nodes/build-id.ts';
import { openDrain } from '#platform/server/nodes/open-drain.ts';
import { watchNode } from '#platform/server/nodes/node-metrics.ts';
import { openNodes } from '#platform/server/nodes/open-nodes.ts';
import { openHub } from '#platform/server/realtime/open-hub.ts';
import { openSequencer } from '#platform/server/realtime/open-sequencer.ts';
import { sweepJob } from '#platform/server/realtime/sequencer.ts';
import { userChannelOf } from '#platform/server/realtime/user-channel.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { openInactiveTenants } from '#platform/server/tenant-state.ts';
import type { World } from '#platform/server/world.ts';
import { chatFeatures } from './chat.ts';
import { serverFeatures } from './features.ts';
import { outboundFeatures } from './outbound.ts';
import { drained, figuresNow, obeyDrain } from './draining.ts';
import { openVoice } from './voice.ts';
import packageJson from '../../package.json' with { type: 'json' };

export interface ServerOptions {
  trustProxy?: false | number | string;
  allowedOrigins?: readonly string[];
  /** Folder of the built pages; none in tests of the API. */
  pages?: { folder: string; assetHosts: Record<string, string> };
  metricsToken?: string | null;
  /** Whom to tell of a weakness, as `/.well-known/security.txt` says it. */
  securityContact?: string | null;
  /** Certificate and key in PEM form. */
  tls?: { cert: string; key: string } | null;
}

export interface BuiltServer {
  http: FastifyInstance;
  features: ServerFeature[];
  /** Paths of the product's own sockets. */
  channelPaths: ReadonlySet<string>;
  /** Where the desks of tenants live, and the way there. */
  homes: Homes;
  door: HomeDoor;
  /** Everything but the port: listening to the database, jobs, features. No other process reaches this one. */
  prepare(): Promise<void>;
  /** `nodeAddress`: where other processes reach this one; else by this machine's own address. */
  start(listen: { host: string; port: number; nodeAddress?: string | null }): Promise<string>;
  /** On its way out: resolves when no call goes on here and others have what it held, or at the latest then. */
  drain(withinMs: number): Promise<void>;
  /** What lives in features ends first: calls are hung up and written down. */
  stopFeatures(): Promise<void>;
  /** Everything, features included if they still live. */
  stop(): Promise<void>;
}

const OWN_BUILD = { version: packageJson.version, build: buildId() };

/** Joins the features to the platform. Tests call it with a world of their own. */
export async function buildServer(world: World, options: ServerOptions = {}): Promise<BuiltServer> {
  const homes = openHomes(world);
  const drain = openDrain(world.clock);
  const door = openHomeDoor(homes, options.tls?.cert);
  const board = openAgentBoard({ ...world, db: fencedDb(world.db, homes) }, homes.isHere);
  // Calls that outlive this process need not end before it does, nor be turned away.
  const { outlivesProcess } = world.telephony;
  const voice = openVoice(world, board, homes, () => drain.current() !== null && !outlivesProcess);
  const inactive = openInactiveTenants(world.db, (problem) =>
    world.log.error({ err: problem }, 'states of tenants could not be read'),
  );
  const hold = openOutgoingHold(world);
  const node = {
    ...world,
    drain,
    name: world.exchange.node,
    ...OWN_BUILD,
    figures: () => figuresNow({ homes, desk: voice.desk, channels, jobs }),
    freeBytes: () => world.files.freeBytes(),
  };
  const nodes = openNodes(node);
  watchNode(node);
  const features = [
    ...serverFeatures.map((feature) => feature(world)),
    ...voice.features,
    ...chatFeatures(world, board, homes.leases),
    ...outboundFeatures(world, voice),
    tenants(world, { inactive, endCalls: voice.desk.endAll }),
    nodesFeature(world, { nodes, drain, homes }),
  ];
  world.catalogue.learn(features);
  const routes = features.flatMap((feature) => feature.routes);
  const allowedOrigins = options.allowedOrigins ?? [];

  const http = await buildHttp(
    {
      ...world,
      apiKeys: openApiKeys(world),
      door,
      trustProxy: options.trustProxy ?? false,
      allowedOrigins,
      hasRoomFor: async (bytes) => leavesRoom(world.uploadLimits, await world.files.freeBytes(), bytes),
      tls: options.tls ?? null,
    },
    routes,
  );
  offerDocuments(http, routes);
  offerSigns(http, world, options);
  await offerPages(http, world, features, options);

  const hub = openHub(world);
  const sequencer = openSequencer(world);
  const allJobs = jobsOf(world, features);
  const jobs = openJobs({ ...world, inactive, hold }, allJobs);
  const served = [
    userChannelOf(features.flatMap((feature) => feature.pushedElsewhere ?? [])),
    ...features.flatMap((feature) => feature.channels ?? []),
  ];
  const peer = peerAddress(options.trustProxy ?? false);
  const addressOf = (request: IncomingMessage): string => door.seen(request)?.address ?? peer(request);
  const channels = openChannels(
    { ...world, server: http.server as Server, hub, allowedOrigins, addressOf, homes, door },
    served,
  );

  obeyDrain({ drain, homes, jobs, channels, http, nodes });

  async function startFeatures(): Promise<void> {
    await world.sessions.start();
    await hub.start();
    await sequencer.start();
    await hold.start(allJobs);
    await jobs.start();
    for (const feature of features) await feature.start?.(hub);
  }

  let featuresStopped: Promise<void> | null = null;
  async function stopEach(): Promise<void> {
    for (const feature of features.toReversed()) await feature.stop?.();
    await nodes.stop();
    door.stop();
    await homes.stop();
  }
  const stopFeatures = (): Promise<void> => (featuresStopped ??= stopEach());

  return {
    http,
    features,
    channelPaths: new Set(served.map(({ channel }) => channel.path)),
    homes,
    door,
    async prepare() {
      await startFeatures();
      await homes.start(null);
      await nodes.start(null);
    },
    async start({ nodeAddress, ...listen }) {
      await startFeatures();
      const address = await http.listen(listen);
      const reach = nodeAddress ?? ownAddress(http.server.address() as AddressInfo, Boolean(options.tls));
      await homes.start(reach);
      await nodes.start(reach);
      return address;
    },
    drain: (withinMs) => drained({ ...world, drain, nodes, desk: voice.desk, homes }, withinMs),
    stopFeatures,
    async stop() {
      await stopFeatures();
      await channels.stop();
      await closeHttp(http);
      await jobs.stop();
      hold.stop();
      await sequencer.stop();
      await hub.stop();
      world.sessions.stop();
    },
  };
}

/** What the calls are, for programs: all of them, or those that keys of tenants open. */
function offerDocuments(http: FastifyInstance, routes: readonly Route[]): void {
  // Written when first read: a server starts a tenth of a second sooner without.
  const documents = new Map<typeof openApi, string>();
  const written = (write: typeof openApi): string => {
    const text = documents.get(write) ?? JSON.stringify(write(routes, '1'));
    documents.set(write, text);
    return text;
  };
  http.get<{ Querystring: { public?: string } }>('/openapi.json', ({ query }, reply) =>
    reply.type('application/json; charset=utf-8').send(written(query.public === '1' ? publicApi : openApi)),
  );
}

async function offerPages(
  http: FastifyInstance,
  { exchange }: Pick<World, 'exchange'>,
  features: readonly ServerFeature[],
  options: ServerOptions,
): Promise<void> {
  const { phoneSockets } = exchange;
  // A proxy may speak https to browsers and http to us.
  const socketsFor = (site: string): string[] =>
    phoneSockets ? [...new Set(['ws', 'wss'].map((scheme) => phoneSockets(site.replace(/^https?/, scheme))))] : [];
  if (options.pages)
    servePages(
      http,
      options.pages.folder,
      options.pages.assetHosts,
      features.flatMap(({ framedPages = [] }) => framedPages),
      socketsFor,
    );
}

/** What monitors read, and whoever found a weakness. */
function offerSigns(http: FastifyInstance, world: World, options: ServerOptions): void {
  http.get('/metrics', async (request, reply) => {
    if (!(options.metricsToken ? hasToken(request, options.metricsToken) : isFromThisMachine(request)))
      return reply.callNotFound();
    return reply.type(world.metrics.registry.contentType).send(await world.metrics.registry.metrics());
  });
  http.get(SECURITY_TXT_PATH, (_request, reply) => {
    const { securityContact: contact } = options;
    if (!contact) return reply.callNotFound();
    const { publicUrl, clock } = world;
    return reply.type('text/plain; charset=utf-8').send(securityTxt({ contact, publicUrl, nowMs: clock.nowMs() }));
  });
}

/** Where processes of the same machine reach this one. */
function ownAddress({ address, family, port }: AddressInfo, isSafe: boolean): string {
  const isAny = address === '0.0.0.0' || address === '::';
  const host = isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `${isSafe ? 'https' : 'http'}://${host}:${port}`;
}

/** Answers that are on their way are waited for a little; who reads slowly, or holds a connection and asks nothing, is not. */
const LAST_ANSWERS_MS = 200;
async function closeHttp(http: FastifyInstance): Promise<void> {
  const force = setTimeout(() => http.server.closeAllConnections(), LAST_ANSWERS_MS);
  await http.close();
  clearTimeout(force);
}

const jobsOf = (world: World, features: readonly ServerFeature[]): Job[] => [
  sealJob(world, openLogKeeper(world)),
  sweepJob(world),
  ...features.flatMap((feature) => [...(feature.jobs ?? []), ...subscriptionJobs(world, feature)]),
];

/** A subscription is a job of the feature's own, enqueued in the announcing transaction. */
function subscriptionJobs({ db }: World, { name, subscriptions = {}, hints = {} }: ServerFeature): Job[] {
  for (const [event, onAnnounced] of Object.entries(hints)) db.subscribe(event, { onAnnounced });
  return Object.entries(subscriptions).map(([event, subscription]) => {
    const task = `${name}.on.${event}`;
    const { run, ...concern } = typeof subscription === 'function' ? { run: subscription } : subscription;
    db.subscribe(event, { task, ...concern });
    return { task, run };
  });
}
