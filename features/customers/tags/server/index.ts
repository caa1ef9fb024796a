import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { tagsApi } from '../contract.ts';
import { demoTags } from './demo.ts';
import { tagGroupHandlers } from './tag-group-handlers.ts';
import { tagHandlers } from './tag-handlers.ts';
import type { TaggedCustomers } from './tagged-customers.ts';
import { takeOffJob } from './take-off.ts';

export type { TaggedCustomers } from './tagged-customers.ts';
export { assertTags, tagNames, tagRows, tagsAmong } from './tags.repo.ts';

/** Words customers are marked with, in groups. */
export const tagsWith =
  (customers: TaggedCustomers) =>
  (world: Pick<World, 'db'>): ServerFeature => ({
    name: 'tags',
    menu: [
      {
        key: '/settings/tags',
        name: 'tags.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 45,
        access: 'tags.edit',
        icon: 'tags',
      },
    ],
    jobs: [takeOffJob(world, customers)],
    demo: demoTags(customers),
    routes: routes('tags', tagsApi, { ...tagHandlers(world, customers), ...tagGroupHandlers(world) }),
  });
