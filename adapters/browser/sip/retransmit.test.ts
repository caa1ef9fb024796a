import { Inviter, SessionState, UserAgent, type SessionDescriptionHandler } from 'sip.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeExchange, type FakeExchange } from './exchange.fixture.ts';
import { retransmitUnanswered } from './retransmit.ts';

const SDP = { body: 'v=0\r\n', contentType: 'application/sdp' };
const description: SessionDescriptionHandler = {
  close: () => {},
  getDescription: async () => SDP,
  hasDescription: () => true,
  setDescription: async () => {},
  sendDtmf: () => false,
  holdModifier: async (one: RTCSessionDescriptionInit) => one,
  rollbackDescription: async () => {},
} as unknown as SessionDescriptionHandler;

let exchange: FakeExchange;
let agent: UserAgent;
let call: Inviter;

beforeEach(async () => {
  vi.useFakeTimers();
  exchange = fakeExchange();
  agent = new UserAgent({
    uri: UserAgent.makeURI('sip:1001@exchange.test')!,
    logBuiltinEnabled: false,
    transportConstructor: exchange.transport!,
    sessionDescriptionHandlerFactory: () => description,
  });
  await agent.start();
  call = new Inviter(agent, UserAgent.makeURI('sip:525512345678@exchange.test')!);
  await call.invite();
  accept(sentMessages('INVITE').at(-1)!);
  await settle();
  expect(call.state).toBe(SessionState.Established);
});
afterEach(async () => {
  vi.useRealTimers();
});

const settle = (ms = 20): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const sentMessages = (start: string) => exchange.received.filter((message) => message.startsWith(start));

function accept(invite: string): void {
  const header = (name: string): string => new RegExp(`^${name}: .*$`, 'mi').exec(invite)![0];
  const to = header('To').includes(';tag=') ? header('To') : `${header('To')};tag=them`;
  exchange.say(
    [
      'SIP/2.0 200 OK',
      header('Via'),
      header('From'),
      to,
      header('Call-ID'),
      header('CSeq'),
      'Contact: <sip:exchange@exchange.test;transport=ws>',
      'Content-Type: application/sdp',
      `Content-Length: ${SDP.body.length}`,
      '',
      SDP.body,
    ].join('\r\n'),
  );
}

async function cutAndBack(): Promise<void> {
  exchange.drop();
  await settle();
  await agent.reconnect();
}

test('complaint 3: an offer that went down with its websocket is made again on the next one, and the call may ask for more at once', async () => {
  const answers: number[] = [];
  await call.invite({ requestDelegate: { onAccept: ({ message }) => void answers.push(message.statusCode ?? 0) } });
  await settle();
  const lost = sentMessages('INVITE').at(-1)!;
  await cutAndBack();
  await expect(call.invite(), 'one offer at a time').rejects.toThrow();
  expect(sentMessages('INVITE')).toHaveLength(2);
  retransmitUnanswered(agent);
  expect(sentMessages('INVITE').at(-1)).toBe(lost);
  accept(lost);
  await settle();
  expect(answers).toEqual([200]);
  await call.invite();
  expect(sentMessages('INVITE')).toHaveLength(4);
});

test('what was answered is not said again, nor a call that nobody took yet', async () => {
  const other = new Inviter(agent, UserAgent.makeURI('sip:525500000000@exchange.test')!);
  await other.invite();
  await call.invite();
  await settle();
  accept(sentMessages('INVITE').at(-1)!);
  await settle();
  await cutAndBack();
  const before = exchange.received.length;
  retransmitUnanswered(agent);
  expect(exchange.received).toHaveLength(before);
});

test('a goodbye that went down with its websocket still reaches the exchange', async () => {
  exchange.answers['BYE'] = undefined;
  await call.bye();
  await settle();
  await cutAndBack();
  retransmitUnanswered(agent);
  expect(sentMessages('BYE')).toHaveLength(2);
  expect(sentMessages('BYE')[0]).toBe(sentMessages('BYE')[1]);
});
