import { WebSocket } from 'ws';
import { CallHeader } from '#shared/call-headers.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { openSipPhone, type SipPhone, type SipPhoneCall } from '#test/sip-phone.ts';
import type { AgentPost } from './exchange-house.ts';

/** A refusal of the product, by its code. */
export class Refused extends Error {
  readonly code: number;
  constructor(path: string, code: number, text: string) {
    super(`${path}: ${code} ${text}`);
    this.code = code;
  }
}

/** An agent at a phone without a browser, who does what the product's page does: signs in, keeps the agent socket, calls. */
export interface SeatedAgent {
  post: AgentPost;
  sipNum: string;
  phone: SipPhone;
  ask<Data = unknown>(path: string, body?: unknown): Promise<Data>;
  /** Calls a number or a colleague, with the headers a page sends. */
  dial(to: string, line?: { routerId?: number; countryCode?: string }): SipPhoneCall;
  become(status: AgentStatus): Promise<void>;
  /** The id of the call this agent is in. */
  liveCall(): Promise<string | undefined>;
  /** The phone or the socket of the page lost its connection. */
  isCut(): boolean;
  /** Opens anew what was lost, as a page does; its calls go on where the exchange keeps them. */
  comeBack(): Promise<void>;
  leave(): Promise<void>;
}

/** Nobody waits longer at a page. */
const ANSWER_MS = 20_000;

interface SipInfo {
  domain: string;
  url: string;
  sipNum: string;
  password: string;
  ccAgent: string;
  ccToken: string;
}

export async function sitDown(post: AgentPost): Promise<SeatedAgent> {
  const ask = async <Data>(path: string, body?: unknown): Promise<Data> => {
    const answer = await fetch(`${post.origin}${path}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${post.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { code, data, msg } = (await answer.json()) as { code: number; data: Data; msg: string };
    if (code !== 0) throw new Refused(path, code, msg);
    return data;
  };
  const device = `bench-${post.userId}`;
  const sip = await ask<SipInfo>('/cc/api/agent/v1/sipInfo', {
    agentName: post.email,
    deviceUniqueIdentification: device,
    takeOver: true,
  });
  const phone = await openSipPhone({
    account: sip.sipNum,
    password: sip.password,
    domain: sip.domain,
    server: sip.url,
    ...(post.isAtEdge && { sendsCandidates: true }),
  });
  await ask('/cc/api/agentStatus/v1/web', {
    status: 'login-web',
    sipNum: sip.sipNum,
    deviceUniqueIdentification: device,
  });
  let socket = await openAgentSocket(post.origin, sip.sipNum, ask);
  return {
    post,
    sipNum: sip.sipNum,
    phone,
    ask,
    dial: (to, { routerId = 0, countryCode = '1' } = {}) =>
      phone.call(to, {
        [CallHeader.routerId]: String(routerId),
        [CallHeader.calleeCountryCode]: countryCode,
        [CallHeader.ccAgent]: sip.ccAgent,
        [CallHeader.ccToken]: sip.ccToken,
      }),
    async become(status) {
      await ask('/cc/api/agentStatus/v1/event', {
        sipNumber: sip.sipNum,
        status,
        timeStamp: '',
        eventType: StatusEvent.changed,
      });
    },
    liveCall: async () => (await ask<{ calls: { callId: string }[] }>('/cc/api/calls/v1/live')).calls[0]?.callId,
    isCut: () => phone.closedWith() !== null || socket.readyState !== WebSocket.OPEN,
    async comeBack() {
      if (!phone.isConnected()) await phone.reconnect();
      if (socket.readyState !== WebSocket.OPEN) socket = await openAgentSocket(post.origin, sip.sipNum, ask);
    },
    async leave() {
      await ask('/cc/api/agentStatus/v1/web', { status: 'logout-web', sipNum: sip.sipNum }).catch(() => {});
      await phone.unregister().catch(() => {});
      await phone.close();
      socket.close();
    },
  };
}

/** What the page of an agent keeps open: without it no calls come. */
export async function openAgentSocket(
  origin: string,
  sipNumber: string,
  ask: <Data>(path: string, body?: unknown) => Promise<Data>,
): Promise<WebSocket> {
  const { asmIp } = await ask<{ asmIp: string }>('/cc/api/asm/v1/lookup', { sipNumber });
  const { ticket } = await ask<{ ticket: string }>('/cc/api/asm/v1/ticket', { sipNumber });
  const socket = new WebSocket(
    `${origin.replace('http', 'ws')}/cc/asm/websocket?${new URLSearchParams({ token: ticket, sipNumber, asmIp }).toString()}`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  socket.on('message', (text) => {
    const { data } = JSON.parse(String(text)) as { data: { eventType: number; ask?: boolean } };
    if (data.ask) socket.send(JSON.stringify({ eventType: data.eventType, answer: true }));
  });
  return socket;
}

export { AgentStatus };
export type { AgentPost };
