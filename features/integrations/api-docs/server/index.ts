import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { apiDocsApi } from '../contract.ts';

/** The page that explains every call; the calls themselves it reads from `/openapi.json`. */
export function apiDocs({ texts }: Pick<World, 'texts'>): ServerFeature {
  return {
    name: 'api-docs',
    menu: [
      {
        key: '/apiDocs',
        name: 'api-docs.menu',
        system: System.platform,
        section: 'organisation',
        order: 95,
        access: 'api-docs.view',
        icon: 'plug',
      },
    ],
    routes: routes('api-docs', apiDocsApi, {
      names: async ({ language }, { modules }) =>
        modules.map((module) => ({
          module,
          name: texts.has(language, `${module}.name`) ? texts.say(language, `${module}.name`) : module,
        })),
    }),
  };
}
