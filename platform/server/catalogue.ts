import type { MenuEntry } from '#core/menu/menu.ts';
import { isLogged } from '#shared/endpoint.ts';
import type { ServerFeature } from './feature.ts';

/** What all features together offer; complete once the server is built. */
export interface Catalogue {
  menu: MenuEntry[];
  /** Function keys by feature, as roles hold them. */
  functions: { feature: string; functions: string[] }[];
  /** What can stand in the operation log. */
  operations: { module: string; actions: string[] }[];
  learn(features: readonly ServerFeature[]): void;
}

export function emptyCatalogue(): Catalogue {
  return {
    menu: [],
    functions: [],
    operations: [],
    learn(features) {
      for (const { name, routes, menu } of features) {
        this.menu.push(...(menu ?? []));
        const keys = [...new Set([...routes.flatMap(({ endpoint }) => [endpoint.access, ...(endpoint.widenedBy ?? [])]), ...(menu ?? []).map((entry) => entry.access)])].filter((access) => access.includes('.'));
        if (keys.length > 0) this.functions.push({ feature: name, functions: keys.sort() });
        const actions = routes.filter((route) => isLogged(route.endpoint)).map((route) => route.name);
        if (actions.length > 0) this.operations.push({ module: name, actions });
      }
    },
  };
}
