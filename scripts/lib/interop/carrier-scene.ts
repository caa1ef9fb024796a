import type { SipTrunkFields } from '#features/voice/trunks/contract.ts';
import { SUPPORT } from '#test/journeys/arrange.ts';
import type { CarrierPlan } from './asterisk-files.ts';
import type { Asterisk } from './asterisk.ts';
import { until, type CarrierStage } from './carrier-stage.ts';
import type { Checks } from './checks.ts';

/** What checks with a carrier have in their hands. */
export interface CarrierScene {
  stage: CarrierStage;
  carrier: Asterisk;
  plan: CarrierPlan;
  checks: Checks;
  /** Of every account at the carrier. */
  password: string;
  /** Where the product is for carriers. */
  us: { address: string; port: number };
}

/** The number of the support group, as carriers write it. */
export const OURS = `+${SUPPORT}`;

/** A number at the carrier: the last three digits say what becomes of the call (`asterisk-files.ts`). */
export const numberThat = (does: keyof typeof ENDINGS | number): string =>
  `+525510000${typeof does === 'number' ? does : ENDINGS[does]}`;
const ENDINGS = {
  echoes: 100,
  speaksEarly: 101,
  rings: 102,
  takesKeys: 103,
  hangsUp: 104,
  ringsThenEchoes: 105,
} as const;

/** A trunk to a line of the carrier's: by its account where it has one, else known by a header. */
export function trunkTo({ plan, password }: Pick<CarrierScene, 'plan' | 'password'>, name: string) {
  const { address, transport = 'udp', account } = plan.lines.find((line) => line.name === name)!;
  const gateway =
    transport === 'tls'
      ? { host: 'localhost', port: plan.tlsPort, transport }
      : { host: address, port: plan.port, transport };
  return {
    gateways: [gateway],
    healthSec: null,
    headers: [{ name: 'X-Line', value: name, isSecret: false }],
    ...(account && { account: { user: name, authUser: '', password }, register: { seconds: 60 } }),
    ...(transport === 'tls' && { security: 'sdes' as const }),
  } satisfies Partial<SipTrunkFields>;
}

export const nobodyTalks = (carrier: Asterisk): Promise<unknown> =>
  until('no channel at the carrier', async () => (await carrier.channels()) === 0);
