import { z } from 'zod';
import { RouteType } from '#shared/codes/route-type.ts';
import { endpoint, Id, nothing } from '#shared/endpoint.ts';
import { planQuestions } from './contract/plan-questions.ts';
import { importPrices, routeOperations } from './contract/route-operations.ts';

export type { PlanAnswer, PlanStep } from './contract/plan-questions.ts';
export * from './contract/route-operations.ts';
export type { CallRoute as Route } from './contract/route-operations.ts';

/** An outbound line as an agent chooses it; routerId 0 stands for the default lines. */
export const Router = z.object({ routerId: z.number(), routerName: z.string(), type: RouteType.schema });
export type Router = z.infer<typeof Router>;

/** A number the called person sees; id 0 leaves the choice to us. Others are told apart by their number: ids of our own numbers and of external ones may meet. */
export const DisplayNumber = z.object({
  id: z.number(),
  number: z.string(),
  remark: z.string(),
  countryIso2: z.string(),
  kind: z.enum(['default', 'did', 'external']),
});
export type DisplayNumber = z.infer<typeof DisplayNumber>;

const at = <P extends string>(path: P) => `/cc/api/route/v1/${path}` as const;

export const routesApi = {
  ...routeOperations,
  ...planQuestions,
  importPrices,
  routers: endpoint({
    method: 'POST',
    path: at('routers'),
    access: 'routes.use',
    reads: true,
    summary: 'The outbound lines I can call through; the default lines come first.',
    input: nothing,
    data: z.array(Router),
  }),
  displayNumbers: endpoint({
    method: 'POST',
    path: at('displayNumbers'),
    access: 'routes.use',
    reads: true,
    summary: 'The numbers I can show on a line; the default comes first.',
    input: z.object({ routerId: z.coerce.number().int().min(0).default(0) }),
    data: z.array(DisplayNumber),
  }),
  groupNumbers: endpoint({
    method: 'POST',
    path: at('groupNumbers'),
    access: 'routes.use',
    reads: true,
    summary: 'The numbers an agent group shows when it calls.',
    input: z.object({ agentGroupId: Id }),
    data: z.array(DisplayNumber),
  }),
  usefulNumbers: endpoint({
    method: 'POST',
    path: '/cc/api/number/v1/useful',
    access: 'routes.use',
    reads: true,
    summary: 'Every number of ours that can be shown or called.',
    input: nothing,
    data: z.array(DisplayNumber),
  }),
  countries: endpoint({
    method: 'POST',
    path: '/cc/api/country/v1/dialling',
    access: 'routes.use',
    reads: true,
    summary: 'The countries I may call, with their dialling codes.',
    input: nothing,
    data: z.array(z.object({ code: z.string(), iso2: z.string(), name: z.string() })),
  }),
};
