import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { CallBook } from './call-book.ts';

export type * from './call-book.ts';

export const openCallBook = (_world: World): CallBook => undefined as never;

/** Every call that was, and its recording. */
export const callRecords = (_world: World, _book: CallBook): ServerFeature => ({ name: 'call-records', routes: [] });
