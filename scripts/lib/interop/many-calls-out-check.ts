import type { NewAgent } from '#features/team/agents/contract/roster.ts';
import type { SignInAnswer } from '#features/team/account/contract.ts';
import type { CallLimit } from '#features/voice/call-limits/contract.ts';
import { PASSWORD } from '#test/journeys/api.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { sitDown, type SeatedAgent } from '../../../bench/exchange-agent.ts';
import { packetsAt } from './channel-stats.ts';
import { nobodyTalks, numberThat, type CarrierScene } from './carrier-scene.ts';
import { hearsTone, isAt, type CarrierStage } from './carrier-stage.ts';
import { expectThat } from './checks.ts';

const MANY = 50;
const SAYS_HZ = 600;
const TALK_MS = 3_000;
/** Two of the three seconds. */
const LEAST_PACKETS = 100;
const PATIENCE_MS = 60_000;

/** Fifty agents call at once; each hears the own tone back. */
export async function manyCallsOutCheck({ stage, carrier, checks }: CarrierScene): Promise<void> {
  const agents: SeatedAgent[] = [];
  await checks.check(`${MANY} calls go out at once, with sound both ways`, async () => {
    try {
      await liftLimits(stage);
      for (let n = 0; n < MANY; n++) agents.push(await hire(stage, n));
      const sinceMs = Date.now();
      const calls = agents.map((agent) => stage.dial(agent, 'many', numberThat('echoes')));
      await Promise.all(calls.map((call) => isAt(call, 'talking', PATIENCE_MS)));
      const tookMs = Date.now() - sinceMs;
      for (const call of calls) call.speak(SAYS_HZ);
      await pause(TALK_MS);
      const stats = await packetsAt(carrier, 'many');
      await Promise.all(calls.map((call) => hearsTone(call, SAYS_HZ)));
      const fewest = Math.min(...stats.map(({ received, sent }) => Math.min(received, sent)));
      expectThat(stats.length === MANY && fewest > LEAST_PACKETS, `sound both ways for all: ${JSON.stringify(stats)}`);
      await Promise.all(calls.map((call) => call.hangUp()));
      await nobodyTalks(carrier);
      await stage.isState('many', 'without calls', ({ calls: { outgoing } }) => outgoing === 0);
      const lost = stats.reduce((sum, each) => sum + each.lost, 0);
      return `${MANY} answered within ${tookMs} ms, ${SAYS_HZ} Hz heard back by each, ${fewest} packets or more each way after ${TALK_MS} ms, ${lost} lost`;
    } finally {
      for (const agent of agents) await agent.leave().catch(() => {});
    }
  });
}

/** The demo's own limits are not what is tried. */
async function liftLimits({ product: { ask } }: CarrierStage): Promise<void> {
  const limits = '/cc/api/callLimit/v1';
  const { list } = await ask<{ list: CallLimit[] }>('POST', `${limits}/page`, {});
  for (const { id, kind, max, windowSec, scope, groupId } of list)
    await ask('POST', `${limits}/update`, { id, kind, max, windowSec, scope, groupId, enabled: false });
  await ask('PUT', '/admin/saas_plat/config/value', { name: 'SeatLimitVoice', value: '200' });
}

/** Somebody new with a phone, who chose a password of their own. */
async function hire({ product: { ask, origin } }: CarrierStage, n: number): Promise<SeatedAgent> {
  const email = `agent-${n}@aurora.example`;
  const wish = { email, name: `Agent ${n}`, entrance: 'password', wrapUp: false, recordCalls: false };
  const { password, userId } = await ask<NewAgent>('POST', '/cc/api/agent/v1/create', wish);
  const at = '/admin/saas_plat/user';
  const { secondStep } = await ask<SignInAnswer>('PUT', `${at}/login`, { email, password });
  const chosen = { ticket: secondStep!.ticket, password: `${PASSWORD}-${n}` };
  const { token } = await ask<SignInAnswer>('PUT', `${at}/first_pass`, chosen);
  return sitDown({ origin, userId: userId!, token: token!, email });
}
