import type { WebFeature } from '#platform/web/feature.ts';
import { home } from '#features/home/web/index.ts';

/** Every capability of the pages, one line each. */
export const webFeatures: readonly WebFeature[] = [
  home,
];
