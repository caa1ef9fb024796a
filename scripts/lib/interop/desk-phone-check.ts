import { setTimeout as pause } from 'node:timers/promises';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import type { RosterAgent, SipPhoneAccount } from '#features/team/agents/contract/roster.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { people } from '#test/journeys/api.ts';
import { openAgentSocket } from '../../../bench/exchange-agent.ts';
import { baresipLacks, openBaresip } from './baresip.ts';
import { OURS, type CarrierScene } from './carrier-scene.ts';
import { until } from './carrier-stage.ts';
import { expectThat } from './checks.ts';

const SAYS_HZ = 600;
const TALK_MS = 4_000;
/** Quarters of a second. */
const LEAST_HEARD = 4;

/** An agent with a desk phone takes a call of the carrier's: nothing in the way of the sound was written here but the product. */
export async function deskPhoneCheck({ stage, carrier, checks, us }: CarrierScene): Promise<void> {
  const lacks = baresipLacks();
  if (lacks) {
    console.log(`asterisk: a desk phone was not tried. ${lacks}`);
    return;
  }
  await checks.check('an agent at a desk phone takes a call', async () => {
    const { ask } = stage.product;
    const { list } = await ask<{ list: RosterAgent[] }>('POST', '/cc/api/agent/v1/page', { name: people.budi.name });
    const { userId, sipNum } = list[0]!;
    const device = (name: string) =>
      ask<SipPhoneAccount>('POST', '/cc/api/agent/v1/deviceChange', { userId, device: name });
    const { account, password, ways } = await device('sipPhone');
    const way = ways.find(({ transport }) => transport === 'udp')!;
    const server = `${way.host}:${way.port};transport=udp`;
    const phone = await openBaresip({ user: account, password, server, saysHz: SAYS_HZ });
    const token = await stage.tokenOf(people.budi);
    const asBudi = <Data>(path: string, body?: unknown): Promise<Data> =>
      ask(body === undefined ? 'GET' : 'POST', path, body as object | undefined, token);
    const own = '/cc/api/agentStatus/v1';
    await stage.ana.become(AgentStatus.onBreak);
    await asBudi(`${own}/web`, { status: 'login-web', sipNum, deviceUniqueIdentification: 'interop-desk' });
    const socket = await openAgentSocket(stage.product.origin, sipNum, asBudi);
    try {
      const available = { status: AgentStatus.available, timeStamp: '', eventType: StatusEvent.changed };
      await asBudi(`${own}/event`, { sipNumber: sipNum, ...available });
      await until('an agent whom calls reach', async () => {
        const { whyNotRoutable } = await asBudi<AgentNow>(`${own}/mine`, {});
        return whyNotRoutable === null;
      });
      await carrier.call('md5', OURS, us, 'echo');
      await until('the agent to talk', async () => (await asBudi<AgentNow>(`${own}/mine`, {})).call?.at === 'talking');
      await pause(TALK_MS);
      await carrier.hangUpAll();
      await pause(500);
      const heard = phone.heard();
      expectThat(
        (heard.get(String(SAYS_HZ)) ?? 0) >= LEAST_HEARD,
        `${SAYS_HZ} Hz back at the desk phone, not ${JSON.stringify([...heard])}`,
      );
      return `${SAYS_HZ} Hz heard back for ${(heard.get(String(SAYS_HZ)) ?? 0) / 4} s`;
    } finally {
      socket.close();
      phone.close();
      await asBudi(`${own}/web`, { status: 'logout-web', sipNum }).catch(() => {});
      await device('browser');
      await stage.ana.become(AgentStatus.available);
    }
  });
}
