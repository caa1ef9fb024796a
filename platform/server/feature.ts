import type { Channel } from '#shared/channel.ts';
import type { MenuEntry } from '#core/menu/menu.ts';
import type { Language } from '#shared/languages.ts';
import type { Contributions } from './contributions.ts';
import type { Concern, TenantTx, Tx } from './db/db.ts';
import type { FramedPages } from './http/pages.ts';
import type { Route } from './http/routes.ts';
import type { ChannelHandler } from './realtime/channels.ts';
import type { OpenPages } from './realtime/hub.ts';
import type { Job } from './jobs/jobs.ts';

export type { OpenPages } from './realtime/hub.ts';

/** What a capability offers to the server, and gives to others (`Contributions`). `apps/server/build-server.ts` lists them all. */
export interface ServerFeature extends Partial<Contributions> {
  /**
   * Under which databases, roles and programs know it: prefix of function keys and texts, module of the operation log, mark of the demo. The folder's
   * name, unless the folder was renamed since: this one never changes (`test/architecture/stored-names.ts`).
   */
  name: string;
  routes: Route[];
  /** The tenants it is for; everybody's without it. For others its function keys do not exist, and its handlers refuse. */
  isFor?: (tx: TenantTx) => Promise<boolean>;
  /** Function keys that exist for the others too: with them a tenant begins with it. */
  beginsWith?: readonly string[];
  /** Entries of the left menu; the server decides per person which are shown. */
  menu?: MenuEntry[];
  /** Work that happens later or again and again. */
  jobs?: Job[];
  /** `announce(event)` in any feature becomes a job of this name here, where it concerns this one. */
  subscriptions?: Record<string, ((payload: never) => Promise<void>) | Subscription>;
  /** Told of `announce(event)` after its commit, in the process that announced it: for what may be lost with the process, such as a hint to pages. */
  hints?: Record<string, (payload: never) => void>;
  channels?: { channel: Channel; handler: ChannelHandler }[];
  /** Fills one demo tenant with believable data; called once per tenant, also when the capability is newer than the demo. */
  demo?(tx: Tx, tenant: DemoTenant): Promise<void>;
  /** Capabilities whose data of the demo this one tells of. */
  demoAfter?: readonly string[];
  /** Kinds of pushes its own channel tells to whoever they concern; the channel of everybody's pages leaves them out. */
  pushedElsewhere?: readonly string[];
  /** Pages of this capability that other sites may show in a frame. */
  framedPages?: FramedPages;
  start?(pages: OpenPages): Promise<void>;
  stop?(): Promise<void>;
}

/** A subscription that leaves some of what is announced alone. */
export interface Subscription extends Concern {
  run(payload: never): Promise<void>;
}

/** A tenant of the demo, as features find it when they add their data. */
export interface DemoTenant {
  tenantId: number;
  name: string;
  language: Language;
  timeZone: string;
  people: readonly DemoMember[];
  /** The moment the demo counts back from. */
  nowMs: number;
  /** Repeatable chance: 0 ≤ value < 1, the same sequence in every demo. */
  chance(): number;
}

export interface DemoMember {
  userId: number;
  email: string;
  name: string;
  voiceSeat: boolean;
  textSeat: boolean;
  role: 'owner' | 'manager' | 'agent';
}
