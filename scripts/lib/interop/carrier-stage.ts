import { setTimeout as pause } from 'node:timers/promises';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import { NEW_SIP_TRUNK, type SipTrunk, type SipTrunkFields } from '#features/voice/trunks/contract.ts';
import type { CallDetail, CallRecord } from '#features/voice/call-records/contract.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { AgentStatus, sitDown, type SeatedAgent } from '../../../bench/exchange-agent.ts';
import type { SipPhoneCall } from '#test/sip-phone.ts';
import { people, PASSWORD } from '#test/journeys/api.ts';
import { expectThat } from './checks.ts';
import { freePort, type Product } from './product.ts';

const PATIENCE_MS = 15_000;
const LOOK_MS = 50;

type Truthy<T> = Exclude<T, false | null | undefined | '' | 0>;

/** Looks until it is so; says what it waited for where it never was. */
export async function until<T>(what: string, look: () => T | Promise<T>, patienceMs = PATIENCE_MS) {
  let seen: T | undefined;
  for (const endMs = Date.now() + patienceMs; Date.now() < endMs; await pause(LOOK_MS)) {
    seen = await look();
    if (seen) return seen as Truthy<T>;
  }
  throw new Error(`expected ${what}; last seen: ${JSON.stringify(seen)}`);
}

/** How a product is started for carriers on this machine, and where it is for them. */
export async function forCarriers(): Promise<{ env: Record<string, string>; us: { address: string; port: number } }> {
  const us = { address: '127.0.0.1', port: await freePort() };
  const env = {
    SIP_TRUNK_PORT: String(us.port),
    TRUNK_BIND: us.address,
    TRUNK_ADDRESS: us.address,
    ALLOW_PRIVATE_ADDRESSES: '1',
  };
  return { env, us };
}

export type CarrierStage = Awaited<ReturnType<typeof openCarrierStage>>;

/** A team with trunks, each with a route of its own, and an agent at a phone. */
export async function openCarrierStage(product: Product) {
  const { ask } = product;
  const trunkApi = '/cc/api/trunk/v1';
  const seats: SeatedAgent[] = [];
  const routes = new Map<string, number>();
  const entered = new Map<string, SipTrunkFields>();

  const trunks = async (): Promise<SipTrunk[]> =>
    (await ask<{ trunks: SipTrunk[] }>('POST', `${trunkApi}/list`, {})).trunks;
  const trunk = async (name: string): Promise<SipTrunk> => {
    const found = (await trunks()).find((each) => each.name === name);
    expectThat(found !== undefined, `a trunk ${name}`);
    return found;
  };

  /** Adds a trunk as somebody would on the settings page, and a route that takes it alone. */
  async function addTrunk(name: string, wishes: Partial<SipTrunkFields>): Promise<void> {
    const fields: SipTrunkFields = { ...NEW_SIP_TRUNK, name, domain: 'carrier.example', ...wishes };
    entered.set(name, fields);
    await ask('POST', `${trunkApi}/create`, fields);
    const { trunkId } = await until(`trunk ${name} among the trunks of routes`, async () => {
      const made = await trunk(name);
      return made.trunkId !== null && made;
    });
    const route = await ask<{ id: number }>('POST', '/cc/api/route/v1/route', {
      path: 'create',
      name: `By ${name}`,
      type: RouteType.manualCall,
      countries: [],
      hours: { kind: 'always' },
      enabled: true,
      strategy: 'order',
      trunks: [{ trunkId, weight: 1 }],
    });
    routes.set(name, route.id);
  }

  async function changeTrunk(name: string, wishes: Partial<SipTrunkFields>): Promise<void> {
    const { id, version } = await trunk(name);
    await ask('POST', `${trunkApi}/update`, { ...entered.get(name)!, ...wishes, id, version });
  }

  const tokenOf = async ({ email }: { email: string }): Promise<string> =>
    (await ask<{ token: string }>('PUT', '/admin/saas_plat/user/login', { email, password: PASSWORD })).token;

  async function seat(person: { email: string }): Promise<SeatedAgent> {
    const token = await tokenOf(person);
    const seated = await sitDown({ origin: product.origin, userId: seats.length, token, email: person.email });
    seats.push(seated);
    await seated.become(AgentStatus.available);
    return seated;
  }

  /** The newest record of calls with a number, once it is closed. */
  async function record(number: string): Promise<CallDetail> {
    const digits = number.replace('+', '');
    const { callId } = await until(`a finished record of ${number}`, async () => {
      const { list } = await ask<{ list: CallRecord[] }>('POST', '/cc/api/ccCdr/v1/page', { number: digits });
      return list[0]?.endTime ? list[0] : null;
    });
    return ask<CallDetail>('POST', '/cc/api/ccCdr/v1/detail', { callId });
  }

  return {
    product,
    trunks,
    trunk,
    addTrunk,
    changeTrunk,
    tokenOf,
    seat,
    ana: await seat(people.ana),
    record,
    /** An agent calls over a trunk. */
    dial: (agent: SeatedAgent, line: string, number: string): SipPhoneCall =>
      agent.dial(number, { routerId: routes.get(line)!, countryCode: '52' }),
    async isState(name: string, what: string, is: (state: SipTrunk['state']) => boolean, patienceMs?: number) {
      await until(
        `${name} ${what}`,
        async () => {
          const { state } = await trunk(name);
          return is(state) ? state : null;
        },
        patienceMs,
      ).catch(async (problem: Error) => {
        throw new Error(`${problem.message}: ${JSON.stringify((await trunk(name)).state)}`);
      });
    },
    /** Nobody talks any more, and everybody may be called. */
    async quiet(): Promise<void> {
      for (const { phone } of seats)
        for (const call of phone.calls) if (call.at() !== 'over') await call.hangUp().catch(() => {});
      for (const seated of seats)
        await until(`${seated.post.email} to be free`, async () => {
          const { wrapUp, whyNotRoutable } = await seated.ask<AgentNow>('/cc/api/agentStatus/v1/mine', {});
          if (wrapUp) await seated.ask('/cc/api/agentStatus/v1/wrapUp', wrapUp);
          return whyNotRoutable === null;
        });
    },
    async leave(): Promise<void> {
      for (const seated of seats) await seated.leave();
    },
  };
}

/** Says a tone until it is heard back, or another that is expected. */
export async function hearsTone(call: SipPhoneCall, hz: number): Promise<void> {
  await until(`to hear ${hz} Hz`, async () => {
    const tones = await call.hears();
    return tones.includes(hz) ? true : null;
  }).catch(async (problem: Error) => {
    throw new Error(`${problem.message}; hears ${JSON.stringify(await call.hears())}, is ${call.at()}`);
  });
}

export const isAt = (call: SipPhoneCall, at: ReturnType<SipPhoneCall['at']>, patienceMs?: number) =>
  until(`a call that is ${at}`, () => call.at() === at, patienceMs).catch((problem: Error) => {
    throw new Error(`${problem.message}; it is ${call.at()}, status ${call.status()}`);
  });
