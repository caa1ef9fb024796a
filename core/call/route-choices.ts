/** How a route chooses among its trunks: as they stand, by their weights, or the cheapest for the number called. */
export const trunkStrategies = ['order', 'share', 'cost'] as const;
export type TrunkStrategy = (typeof trunkStrategies)[number];

/**
 * How a pool chooses the number that called people see: the first of the list, each in turn, one of the callee's
 * country, the one most like the number called, or the one shown least today.
 */
export const numberStrategies = ['fixed', 'inTurns', 'sameCountry', 'sameArea', 'leastUsed'] as const;
export type NumberStrategy = (typeof numberStrategies)[number];

/** Why somebody calls: an agent by hand, a program by itself, or a flow that hands its caller on. */
export const callPurposes = ['manual', 'autoDial', 'onward'] as const;
export type CallPurpose = (typeof callPurposes)[number];

/** What a plan looks at, in this order; `call-permission.ts` says what each of them decides. */
export const planRules = [
  'exchange',
  'token',
  'colleague',
  'emergency',
  'payment',
  'number',
  'barred',
  'country',
  'blacklist',
  'groupRoutes',
  'route',
  'hours',
  'groupNumbers',
  'shown',
  'limit',
  'trunk',
  'cost',
  'charge',
] as const;
export type PlanRule = (typeof planRules)[number];

/** What became of a rule: it let the call pass, took something, passed something over, or refused the call. */
export const stepOutcomes = ['passed', 'chosen', 'skipped', 'refused'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

/** What is wrong with a row of a price list. */
export const priceFaults = ['prefix', 'price', 'twice', 'columns', 'tooMany'] as const;
export type PriceFault = (typeof priceFaults)[number];
