import type { Finder, FoundThing } from '#platform/server/contributions.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { FOUND_MOST, findApi } from '../contract.ts';

/** The one search of the page: asks every capability for a few of its kind. */
export const find = ({ catalogue }: Pick<World, 'catalogue'>): ServerFeature => ({
  name: 'find',
  routes: routes('find', findApi, {
    async find(caller, { words }) {
      const allowed = catalogue.finders.filter(({ access }) => isOpen(caller, access));
      const ask = (finder: Finder, customerIds: readonly number[]): Promise<FoundThing[]> =>
        finder.find(caller, { words, customerIds, most: FOUND_MOST });
      // Calls are found by whom they were with.
      const people = await askAll(
        allowed.filter(({ kind }) => kind === 'customer'),
        (one) => ask(one, []),
      );
      const ids = people.map(({ id }) => Number(id));
      const others = await askAll(
        allowed.filter(({ kind }) => kind !== 'customer'),
        (one) => ask(one, ids),
      );
      return [...people, ...others];
    },
  }),
});

const isOpen = (caller: Caller, access: Finder['access']): boolean => access === 'signedIn' || mayUse(caller, access);

const askAll = async (finders: readonly Finder[], ask: (one: Finder) => Promise<FoundThing[]>): Promise<FoundThing[]> =>
  (await Promise.all(finders.map(ask))).flat();
