import type { MenuEntry } from '#core/menu/menu.ts';
import { apiScopes, type ApiScope } from '#shared/api-scopes.ts';
import { isLogged } from '#shared/endpoint.ts';
import type { TenantTx } from './db/db.ts';
import type { Contributions } from './contributions.ts';
import type { ServerFeature } from './feature.ts';
import type { Job } from './jobs/jobs.ts';
import { rightsOf } from './http/api-keys.ts';

/** What all features together offer; complete once the server is built. */
export interface Catalogue extends Contributions {
  menu: MenuEntry[];
  /** Function keys by feature, as roles hold them. */
  functions: ({ feature: string; functions: string[] } & Pick<ServerFeature, 'isFor' | 'beginsWith'>)[];
  /** What features do later, or again and again. */
  jobs: Job[];
  /** What can stand in the operation log. */
  operations: { module: string; actions: string[] }[];
  /** The public API: what a key with the scope may call, and the function keys one must hold to give it away. */
  scopes: { scope: ApiScope; calls: string[]; rights: string[] }[];
  learn(features: readonly ServerFeature[]): void;
}

export function emptyCatalogue(): Catalogue {
  const given: Contributions = {
    personData: [],
    timeline: [],
    savedFilters: [],
    callTalks: [],
    calledNames: [],
    customerTies: [],
    customerReach: [],
    blacklist: [],
    taskCalls: [],
    campaignDoors: [],
    keepers: [],
    flowUses: [],
    soundUses: [],
    codeCarriers: [],
    numberRules: [],
    exports: [],
    finders: [],
    notices: [],
    founding: [],
    firstSteps: [],
    monthlyThings: [],
  };
  return {
    menu: [],
    functions: [],
    jobs: [],
    operations: [],
    scopes: [],
    ...given,
    learn(features) {
      for (const kind of Object.keys(given) as (keyof Contributions)[])
        (given[kind] as unknown[]).push(...features.flatMap((feature): unknown[] => feature[kind] ?? []));
      this.jobs.push(...features.flatMap(({ jobs = [] }) => jobs));
      const shared = features.flatMap(({ routes }) => routes.filter(({ endpoint }) => endpoint.api));
      for (const scope of apiScopes) {
        const opened = shared.filter(({ endpoint }) => endpoint.api === scope);
        if (opened.length > 0)
          this.scopes.push({
            scope,
            calls: opened.map(({ module, name }) => `${module}.${name}`),
            rights: [...new Set(opened.flatMap(({ endpoint }) => rightsOf(endpoint)))],
          });
      }
      for (const { name, routes, menu, isFor, beginsWith } of features) {
        this.menu.push(...(menu ?? []));
        const keys = [
          ...new Set([
            ...routes.flatMap(({ endpoint }) => [endpoint.access, ...(endpoint.widenedBy ?? [])]),
            ...(menu ?? []).map((entry) => entry.access),
          ]),
        ].filter((access) => access.includes('.'));
        if (keys.length > 0)
          this.functions.push({
            feature: name,
            functions: keys.sort(),
            ...(isFor && { isFor }),
            ...(beginsWith && { beginsWith }),
          });
        const actions = routes.filter((route) => isLogged(route.endpoint)).map((route) => route.name);
        if (actions.length > 0) this.operations.push({ module: name, actions });
      }
    },
  };
}

/** The function keys there are for a tenant. */
export async function functionsFor(
  { functions }: Pick<Catalogue, 'functions'>,
  tx: TenantTx,
): Promise<Catalogue['functions']> {
  const there = await Promise.all(
    functions.map(async (group) => {
      const { isFor, beginsWith = [] } = group;
      if (!isFor || (await isFor(tx))) return group;
      return { ...group, functions: group.functions.filter((key) => beginsWith.includes(key)) };
    }),
  );
  return there.filter((group) => group.functions.length > 0);
}
