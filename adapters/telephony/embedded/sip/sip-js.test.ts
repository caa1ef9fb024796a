import { SessionState, UserAgent } from 'sip.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOMAIN, loopbackEdge, notedHandler, type NotedHandler } from './loopback-edge.fixture.ts';
import { sipJsPhone } from './sip-js-phone.fixture.ts';
import type { SipCall, SipEdgeEvent } from './sip-edge.ts';

describe('SIP.js, as the browser runs it, over a real websocket', () => {
  let line: Awaited<ReturnType<typeof loopbackEdge>>;
  const phones: ReturnType<typeof sipJsPhone>[] = [];
  beforeAll(async () => {
    line = await loopbackEdge();
  });
  afterAll(async () => {
    await Promise.allSettled(phones.map((phone) => phone.stop()));
    await line.close();
  });

  async function aPhone(account: string, options: { password?: string; registered?: boolean } = {}) {
    const phone = sipJsPhone({ account, domain: DOMAIN, url: line.url, ...options });
    phones.push(phone);
    await phone.start();
    if (options.registered !== false) expect(await phone.register()).toBe(200);
    return phone;
  }

  const invitedOf = (account: string): Extract<SipEdgeEvent, { type: 'invited' }>[] =>
    line.events.filter((event) => event.type === 'invited').filter((event) => event.account === account);
  async function offered(account: string): Promise<SipCall> {
    await expect.poll(() => invitedOf(account).length).toBeGreaterThan(0);
    return invitedOf(account).at(-1)!.call;
  }

  test('[CALL-19] it registers for 300 s and unregisters', async () => {
    const phone = await aPhone('1001');
    expect(line.edge.isRegistered('1001')).toBe(true);
    expect(line.events).toContainEqual({ type: 'registered', account: '1001', contacts: 1 });
    await phone.registerer.unregister();
    await expect.poll(() => line.edge.isRegistered('1001')).toBe(false);
    expect(line.events).toContainEqual({ type: 'unregistered', account: '1001' });
  });

  test('[CALL-08] a wrong password is answered 403', async () => {
    const phone = await aPhone('1002', { password: 'wrong', registered: false });
    expect(await phone.register()).toBe(403);
    expect(line.edge.isRegistered('1002')).toBe(false);
  });

  test('it calls, hears ringing, is answered, holds, presses a key and hangs up', async () => {
    const phone = await aPhone('1003');
    const { session, statuses } = phone.call('1099', ['X-Router-Id: 7', 'x-cc-token: abc']);
    const call = await offered('1003');
    const event = invitedOf('1003')[0]!;
    expect(event).toMatchObject({ to: '1099', headers: { 'X-Router-Id': '7', 'X-CC-Token': 'abc' } });
    const handle = call.handle as NotedHandler;
    call.ring();
    await expect.poll(() => statuses).toEqual([180]);
    await call.accept();
    await expect.poll(() => handle.notes).toEqual(['accepted']);
    expect(session.state).toBe(SessionState.Established);
    await phone.hold(session, true);
    await phone.hold(session, false);
    expect(handle.notes).toEqual(['accepted', 'held', 'resumed']);
    await session.info({
      requestOptions: {
        body: {
          contentDisposition: 'render',
          contentType: 'application/dtmf-relay',
          content: 'Signal=5\r\nDuration=160',
        },
      },
    });
    await expect.poll(() => handle.notes.at(-1)).toBe('key 5');
    await session.bye();
    await expect.poll(() => handle.notes.at(-1)).toBe('ended bye by them null');
    expect(call.over).toBe(true);
  });

  test('[CALL-16] a refusal 614 arrives as that status with its words', async () => {
    const phone = await aPhone('1004');
    const { session, statuses } = phone.call('1099');
    const call = await offered('1004');
    const handle = call.handle as NotedHandler;
    call.reject(614, 'Number blacklisted');
    await expect.poll(() => statuses).toEqual([614]);
    await expect.poll(() => session.state).toBe(SessionState.Terminated);
    expect(handle.notes).toEqual(['ended refused by us 614']);
  });

  test('it is rung without an offer, offers in its 200 and gets our answer in the ACK', async () => {
    const phone = await aPhone('1005');
    const handle = notedHandler();
    const call = line.edge.invite('1005', {
      callId: 'call-1005',
      callerId: '+86138****0000',
      callerName: 'Li "Lei"',
      headers: { 'X-Group-Name': '客服', 'X-Bad': 'a\r\nX-Evil: 1' },
      timeoutMs: 5_000,
      handle,
    });
    await expect.poll(() => phone.waiting.length).toBe(1);
    const invitation = phone.waiting[0]!;
    expect(invitation.request.getHeader('X-Group-Name')).toBe('客服');
    expect(invitation.request.hasHeader('X-Evil')).toBe(false);
    expect(invitation.remoteIdentity.displayName).toBe("Li 'Lei'");
    await invitation.progress({ statusCode: 180 });
    await invitation.accept();
    await expect.poll(() => handle.notes).toEqual(['ringing', 'accepted']);
    expect(handle.offers).toHaveLength(1);
    await expect.poll(() => phone.heard.length).toBe(1);
    call.end();
    await expect.poll(() => invitation.state).toBe(SessionState.Terminated);
    expect(handle.notes.at(-1)).toBe('ended bye by us null');
  });

  async function talking(account: string) {
    const phone = await aPhone(account);
    const { session } = phone.call('1099');
    const call = await offered(account);
    await call.accept();
    const { notes } = call.handle as NotedHandler;
    await expect.poll(() => notes).toEqual(['accepted']);
    return { phone, session, call, notes };
  }

  test('[CALL-22] it transfers blind and learns how that went', async () => {
    const { session, call, notes } = await talking('1006');
    const notifyBodies: string[] = [];
    await session.refer(UserAgent.makeURI(`sip:1098@${DOMAIN}`)!, {
      onNotify: (notification) =>
        void (notifyBodies.push(notification.request.body.trim()), void notification.accept()),
    });
    await expect.poll(() => notes.at(-1)).toBe('transfer 1098');
    call.notifyTransfer(180);
    call.notifyTransfer(200);
    await expect.poll(() => notifyBodies).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 180 Ringing', 'SIP/2.0 200 OK']);
  });

  test('[CALL-22] it transfers attended: its own second call is the one that is replaced', async () => {
    const { phone, session, call, notes } = await talking('1007');
    const { session: second } = phone.call('1097');
    await expect.poll(() => invitedOf('1007').length).toBe(2);
    const consulted = await offered('1007');
    await consulted.accept();
    await expect.poll(() => second.state).toBe(SessionState.Established);
    await session.refer(second);
    await expect.poll(() => notes.at(-1)).toBe('transfer 1097');
    expect((call.handle as NotedHandler).replaced).toEqual([consulted]);
  });

  test('its websocket breaks in mid-call: it reconnects, registers, and its BYE ends the same call', async () => {
    const { phone, session, notes } = await talking('1008');
    const gone = new Promise((done) => (phone.agent.transport.onDisconnect = done));
    line.cut();
    await gone;
    await expect.poll(() => notes.at(-1)).toBe('disconnected');
    await phone.agent.reconnect();
    expect(await phone.register()).toBe(200);
    expect(notes.at(-1)).toBe('reconnected');
    await phone.hold(session, true);
    await session.bye();
    await expect.poll(() => notes.slice(2)).toEqual(['reconnected', 'held', 'ended bye by them null']);
  });
});
