import type { Channel } from '#shared/channel.ts';
import type { MenuEntry } from '#core/menu/menu.ts';
import type { Route } from './http/routes.ts';
import type { ChannelHandler } from './realtime/channels.ts';
import type { Job } from './jobs/jobs.ts';

/** What a capability offers to the server. `apps/server/build-server.ts` lists them all. */
export interface ServerFeature {
  /** The folder's name. */
  name: string;
  routes: Route[];
  /** Entries of the left menu; the server decides per person which are shown. */
  menu?: MenuEntry[];
  /** Work that happens later or again and again. */
  jobs?: Job[];
  /** `announce(event)` in any feature becomes a job of this name here. */
  subscriptions?: Record<string, (payload: never) => Promise<void>>;
  channels?: { channel: Channel; handler: ChannelHandler }[];
  start?(): Promise<void>;
  stop?(): Promise<void>;
}
