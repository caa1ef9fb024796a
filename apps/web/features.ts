import type { WebFeature } from '#platform/web/feature.ts';
import { announcements } from '#features/announcements/web/index.ts';
import { demoInbox } from '#features/demo-inbox/web/index.ts';
import { downloads } from '#features/downloads/web/index.ts';
import { home } from '#features/home/web/index.ts';

/** Every capability of the pages, one line each. */
export const webFeatures: readonly WebFeature[] = [
  announcements,
  demoInbox,
  downloads,
  home,
];
