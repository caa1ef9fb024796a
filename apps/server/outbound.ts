import { aiTasks } from '#features/outbound/ai-tasks/server/index.ts';
import { campaigns } from '#features/outbound/campaigns/server/index.ts';
import { dialer } from '#features/outbound/dialer/server/index.ts';
import { doNotCall } from '#features/outbound/do-not-call/server/index.ts';
import { preview } from '#features/outbound/preview/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { OpenVoice } from './voice.ts';

/** Calling out; after customers and calls, of which its demo is made. */
export const outboundFeatures = (world: World, { engine, talks }: OpenVoice): ServerFeature[] => [
  campaigns(world),
  doNotCall(world),
  preview(world),
  dialer(world, engine),
  aiTasks(world, { engine, talks }),
];
