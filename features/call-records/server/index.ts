import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { CallBook } from './call-book.ts';

export type * from './call-book.ts';
export { openCallBook } from './open-call-book.ts';

/** Every call that was, and its recording. */
export const callRecords = (_world: World, book: CallBook & { stop(): Promise<void> }): ServerFeature => ({ name: 'call-records', routes: [], stop: () => book.stop() });
