import { z } from 'zod';
import { callPurposes, planRules, stepOutcomes } from '#core/call/route-choices.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { endpoint, Id, WireTime } from '#shared/endpoint.ts';
import { NumberRef } from './route-operations.ts';

/** One thing a plan looked at, and what came of it. */
export const PlanStep = z.object({
  rule: z.enum(planRules),
  outcome: z.enum(stepOutcomes),
  /** A word for what exactly, such as `routerClosed`; empty where the rule says it all. */
  detail: z.string(),
  routerId: z.number().nullable(),
  routerName: z.string(),
  trunkId: z.number().nullable(),
  trunkName: z.string(),
  number: z.string(),
  /** Of a limit. */
  used: z.number().nullable(),
  max: z.number().nullable(),
});
export type PlanStep = z.infer<typeof PlanStep>;

export const PlanAnswer = z.object({
  /** `internal`: it is a colleague's number. */
  kind: z.enum(['outbound', 'internal', 'refused']),
  /** One of the codes a call is refused with. */
  refusal: z.object({ code: z.number(), name: z.string(), text: z.string(), detail: z.string() }).nullable(),
  /** With its country's code, as it would be called; null for what is no number. */
  number: z.string().nullable(),
  countryIso2: z.string().nullable(),
  isEmergency: z.boolean(),
  colleague: z.string().nullable(),
  /** 0: the default routes together. */
  route: z.object({ routerId: z.number(), routerName: z.string() }).nullable(),
  /** In the order they would be tried. */
  trunks: z.array(
    z.object({
      trunkId: z.number(),
      trunkName: z.string(),
      carrier: z.string(),
      /** In the smallest unit of the currency; null: no price is known. */
      perMinute: z.number().nullable(),
    }),
  ),
  /** The number the called person would see. */
  shown: z.string().nullable(),
  limits: z.array(
    z.object({
      kind: z.string(),
      scope: z.enum(['tenant', 'group', 'agent']),
      groupId: z.number().nullable(),
      max: z.number(),
      used: z.number(),
    }),
  ),
  /** Of the first trunk. */
  perMinute: z.number().nullable(),
  currency: z.string(),
  /** Told to the carrier with a call for help. */
  emergencyAddress: z.string().nullable(),
  steps: z.array(PlanStep),
});
export type PlanAnswer = z.infer<typeof PlanAnswer>;

const ofGroup = <P extends string>(path: P) => `/cc/api/agentGroup/v1/${path}` as const;

/** What the plan would say, and by which routes and numbers a group calls. */
export const planQuestions = {
  askPlan: endpoint({
    method: 'POST',
    path: '/cc/api/route/v1/askPlan',
    access: 'routes.view',
    reads: true,
    summary: 'What would become of a call if this agent placed it: route, trunks, number shown, limits, cost, and why.',
    input: z.object({
      userId: Id,
      number: z.string().trim().min(1).max(40),
      /** Dialling code of the country the number is meant in. */
      countryCode: z
        .string()
        .regex(/^\+?\d{1,4}$/)
        .optional(),
      routerId: z.number().int().min(0).default(0),
      shown: z
        .string()
        .regex(/^\+?\d{0,20}$/)
        .default(''),
      /** Now, unless said. */
      at: WireTime.optional(),
      purpose: z.enum(callPurposes).default('manual'),
    }),
    data: PlanAnswer,
  }),
  planPeople: endpoint({
    method: 'POST',
    path: '/cc/api/route/v1/planPeople',
    access: 'routes.view',
    reads: true,
    summary: 'People with a phone, for asking the plan about their calls; the first 50 by name.',
    input: z.object({ keyword: z.string().trim().max(60).default('') }),
    data: z.array(z.object({ userId: z.number(), name: z.string(), sipNum: z.string() })),
  }),
  groupRoutes: endpoint({
    method: 'POST',
    path: ofGroup('routes'),
    access: 'routes.view',
    reads: true,
    summary: 'By which routes the members of a group call, and which numbers they show; none: any.',
    input: z.object({ id: Id }),
    data: z.object({
      routes: z.array(
        z.object({ routerId: z.number(), routerName: z.string(), type: RouteType.schema, enabled: z.boolean() }),
      ),
      numbers: z.array(
        z.object({
          kind: z.enum(['did', 'external']),
          id: z.number(),
          number: z.string(),
          remark: z.string(),
          countryIso2: z.string(),
        }),
      ),
    }),
  }),
  setGroupRoutes: endpoint({
    method: 'POST',
    path: ofGroup('routes/set'),
    access: 'routes.edit',
    summary:
      'Says by which routes the members of a group call and which numbers they show; whoever is in several groups has those of all.',
    input: z.object({
      id: Id,
      routerIds: z.array(Id).max(200),
      numbers: z.array(NumberRef).max(2_000),
    }),
    data: z.null(),
  }),
};
