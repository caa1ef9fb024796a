import type { Browser, Page } from '@playwright/test';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { api, ORIGIN, tokenOf, type DemoPerson } from '../api.ts';
import { openSmall, phoneOf, putPhone, type PagePhone } from './phone-page.ts';

interface SipInfo {
  domain: string;
  url: string;
  sipNum: string;
  md5Pwd: string;
  ccAgent: string;
  ccToken: string;
}

/** An agent at a browser with a telephone in it, signed in and registered. */
export interface Seat {
  person: DemoPerson;
  token: string;
  page: Page;
  phone: PagePhone;
  sip: SipInfo;
  /** Calls an outside number as the product's own phone does. */
  dial(number: string, country?: string): Promise<string>;
  ask<Data = unknown>(path: string, body?: unknown): Promise<Data>;
  /** Chooses a status; work after an earlier call is over with it. */
  become(status: number): Promise<void>;
  /** The call I am in. */
  liveCall(): Promise<{ callId: string; state: string }>;
  /** Loads the page anew: its phone and sockets are gone, and come back as a new page's. */
  reload(): Promise<void>;
  /** The browser is gone, without a word. */
  vanish(): Promise<void>;
  leave(): Promise<void>;
}

/** Sits somebody down: microphone allowed, phone registered, agent socket open; the tone tells the voices apart. */
export async function sitDown(browser: Browser, person: DemoPerson, hz: number): Promise<Seat> {
  const token = await tokenOf(person);
  const ask = <Data>(path: string, body: unknown = {}): Promise<Data> => api<Data>(token, 'POST', path, body);
  const sip = await ask<SipInfo>('/cc/api/agent/v1/sipInfo', {
    agentName: person.email,
    deviceUniqueIdentification: `journey-${person.email}`,
    takeOver: true,
  });
  // A script of the test's own is not the product's: its policy is for the product.
  const context = await browser.newContext({ permissions: ['microphone'], bypassCSP: true });
  const page = await context.newPage();
  const phone = phoneOf(page);
  async function load(): Promise<void> {
    await openSmall(page);
    await putPhone(page);
    await phone.start({ url: sip.url, domain: sip.domain, account: sip.sipNum, ha1: sip.md5Pwd, hz });
    await openAgentSocket(page, ask, sip.sipNum);
  }
  await ask('/cc/api/agentStatus/v1/web', {
    status: 'login-web',
    sipNum: sip.sipNum,
    deviceUniqueIdentification: `journey-${person.email}`,
  });
  await load();
  return {
    reload: load,
    person,
    token,
    page,
    phone,
    sip,
    ask,
    dial: (number, country = '1') =>
      phone.call(number, {
        'X-Router-Id': '0',
        'X-Callee-Country-Code': country,
        'X-CC-Agent': sip.ccAgent,
        'X-CC-Token': sip.ccToken,
      }),
    async become(status) {
      const { wrapUp } = await ask<{ wrapUp: { callId: string; startTime: string; endTime: string } | null }>(
        '/cc/api/agentStatus/v1/mine',
      );
      if (wrapUp) await ask('/cc/api/agentStatus/v1/wrapUp', wrapUp);
      await ask('/cc/api/agentStatus/v1/event', { sipNumber: sip.sipNum, status, timeStamp: '', eventType: 1 });
    },
    async liveCall() {
      const { calls } = await api<{ calls: { callId: string; state: string }[] }>(
        token,
        'GET',
        '/cc/api/calls/v1/live',
      );
      return calls[0]!;
    },
    vanish: () => context.close(),
    async leave() {
      await ask('/cc/api/agentStatus/v1/web', { status: 'logout-web', sipNum: sip.sipNum });
      await context.close();
    },
  };
}

/** Opens the agent's socket in a page: without it nobody is rung. */
export async function openAgentSocket(
  page: Page,
  ask: <Data>(path: string, body?: unknown) => Promise<Data>,
  sipNumber: string,
): Promise<void> {
  const { asmIp } = await ask<{ asmIp: string }>('/cc/api/asm/v1/lookup', { sipNumber });
  const { ticket } = await ask<{ ticket: string }>('/cc/api/asm/v1/ticket', { sipNumber });
  const url = `${ORIGIN.replace('http', 'ws')}/cc/asm/websocket?${new URLSearchParams({ token: ticket, sipNumber, asmIp }).toString()}`;
  await page.evaluate(
    (address) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(address);
        socket.onopen = () => resolve();
        socket.onclose = ({ code }) => reject(new Error(`agent socket closed: ${code}`));
        socket.onmessage = ({ data }) => {
          const { data: event } = JSON.parse(data as string) as { data: { eventType: number; ask?: boolean } };
          if (event.ask) socket.send(JSON.stringify({ eventType: event.eventType, answer: true }));
        };
        Object.assign(window, { agentSocket: socket });
      }),
    url,
  );
}

export { AgentStatus };
