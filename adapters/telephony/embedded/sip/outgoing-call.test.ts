import { describe, expect, test, vi } from 'vitest';
import { notedHandler } from './loopback-edge.fixture.ts';
import { memoryLine } from './memory-line.fixture.ts';
import { fakeSdp } from './sip-js-phone.fixture.ts';
import type { Sent, wirePhone } from './wire-phone.fixture.ts';

const { line, registered } = memoryLine();

function ring(account: string, handle = notedHandler(), timeoutMs = 60_000) {
  const call = line.edge.invite(account, {
    callId: 'call-77',
    callerId: '5551234',
    callerName: 'Ana',
    headers: { 'X-Call-Id': '77' },
    timeoutMs,
    handle,
  });
  return { call, handle, notes: handle.notes };
}
const invite = ({ method }: Sent) => method === 'INVITE';
const method = (name: string) => (sent: Sent) => sent.method === name;

/** Time passes for phones that answer pings. */
async function pass(ms: number, ...phones: ReturnType<typeof wirePhone>[]): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    for (const phone of phones) phone.touch();
    await vi.advanceTimersByTimeAsync(Math.min(1_000, ms - passed));
  }
}

describe('the exchange rings a phone', () => {
  test('without a description; the phone offers, the ACK answers, the phone hangs up', async () => {
    const phone = await registered('1001');
    const { notes, handle, call } = ring('1001');
    const request = await phone.take(invite);
    expect(request.body).toBe('');
    expect(request.header('from')).toMatch(/^"Ana" <sip:5551234@openseat.test>;tag=/);
    expect([request.header('to'), request.header('call-id'), request.header('x-call-id')]).toEqual([
      '<sip:1001@openseat.test>',
      'call-77',
      '77',
    ]);
    expect(call.sipCallId).toBe('call-77');
    phone.reply(request, 100);
    phone.reply(request, 180);
    phone.reply(request, 180);
    expect(notes).toEqual(['ringing']);
    phone.reply(request, 200, { body: fakeSdp('sendrecv') });
    const ack = await phone.take(method('ACK'));
    expect(ack.body).toBe(fakeSdp());
    expect(handle.offers).toEqual([fakeSdp()]);
    expect(notes).toEqual(['ringing', 'accepted']);
    // Its 200 comes once more: so does our ACK.
    phone.reply(request, 200, { body: fakeSdp() });
    expect((await phone.take(method('ACK'))).body).toBe(fakeSdp());
    const tags = { fromTag: 'phone', toTag: /tag=(\w+)/.exec(request.header('from')!)![1]! };
    expect(await phone.status('BYE', { to: '5551234', callId: 'call-77', ...tags })).toBe(200);
    expect(notes.at(-1)).toBe('ended bye by them null');
    await pass(32_000, phone);
    expect(line.edge.stats()).toEqual({
      sockets: 1,
      registrations: 1,
      calls: 0,
      dialogs: 0,
      transactions: 0,
      timers: 0,
    });
  });

  test.each([[480], [486], [488], [603], [404]])('it refuses with %i', async (status) => {
    const phone = await registered('1001');
    const { notes } = ring('1001');
    phone.reply(await phone.take(invite), status);
    expect(notes).toEqual([`ended refused by them ${status}`]);
    expect((await phone.take(method('ACK'))).method).toBe('ACK');
    await vi.advanceTimersByTimeAsync(0);
    expect(line.edge.stats()).toMatchObject({ calls: 0, dialogs: 0, transactions: 0, timers: 0 });
  });

  test('nobody is registered: 480, after the caller got hold of the call', async () => {
    const { notes, call } = ring('1001');
    expect([call.over, notes]).toEqual([false, []]);
    await vi.advanceTimersByTimeAsync(0);
    expect(notes).toEqual(['ended failed by them 480']);
    expect(line.edge.stats().timers).toBe(0);
  });

  test('a phone whose websocket is gone is not waited for', async () => {
    const phone = await registered('1001');
    phone.drop();
    const { notes } = ring('1001');
    await vi.advanceTimersByTimeAsync(0);
    expect(notes).toEqual(['ended failed by them 480']);
  });

  test('[CALL-19] nobody answers for 60 s: cancelled', async () => {
    const phone = await registered('1001');
    const { notes } = ring('1001');
    const request = await phone.take(invite);
    phone.reply(request, 180);
    await pass(59_000, phone);
    expect(notes).toEqual(['ringing']);
    await pass(1_000, phone);
    expect(notes).toEqual(['ringing', 'ended timeout by us 408']);
    const cancel = await phone.take(method('CANCEL'));
    phone.reply(cancel, 200);
    phone.reply(request, 487);
    await pass(33_000, phone);
    expect(line.edge.stats()).toMatchObject({ calls: 0, dialogs: 0, transactions: 0, timers: 0 });
  });

  test('a phone that says nothing at all is given up after 32 s, without waiting for the ring to end', async () => {
    const phone = await registered('1001');
    const { notes } = ring('1001');
    await pass(33_000, phone);
    expect(notes).toEqual(['ended refused by them 408']);
  });

  test('a phone that rings and then answers nothing, not even a CANCEL, leaves nothing behind', async () => {
    const phone = await registered('1001');
    const { call, notes } = ring('1001');
    phone.reply(await phone.take(invite), 180);
    call.end();
    expect(notes).toEqual(['ringing', 'ended cancelled by us 487']);
    await pass(66_000, phone);
    expect(line.edge.stats()).toMatchObject({ calls: 0, dialogs: 0, transactions: 0, timers: 0 });
  });

  test('hung up before it said anything: the CANCEL waits for its first word', async () => {
    const phone = await registered('1001');
    const { call } = ring('1001');
    const request = await phone.take(invite);
    call.end();
    expect(phone.has(method('CANCEL'))).toBe(false);
    phone.reply(request, 180);
    expect(phone.has(method('CANCEL'))).toBe(true);
  });

  test('its 200 crosses our CANCEL: acknowledged and ended, no half call', async () => {
    const phone = await registered('1001');
    const { call, notes } = ring('1001');
    const request = await phone.take(invite);
    phone.reply(request, 180);
    call.end();
    phone.reply(request, 200, { body: fakeSdp() });
    await phone.take(method('ACK'));
    phone.reply(await phone.take(method('BYE')), 200);
    expect(notes).toEqual(['ringing', 'ended cancelled by us 487']);
    await pass(66_000, phone);
    expect(line.edge.stats()).toMatchObject({ calls: 0, dialogs: 0, transactions: 0, timers: 0 });
  });

  test('hung up while its sound is being made: acknowledged and ended', async () => {
    const phone = await registered('1001');
    let describe!: (sdp: string) => void;
    const handle = notedHandler();
    handle.describe = () => new Promise((done) => (describe = done));
    const { call } = ring('1001', handle);
    phone.reply(await phone.take(invite), 200, { body: fakeSdp() });
    call.end();
    describe(fakeSdp());
    await phone.take(method('ACK'));
    await phone.take(method('BYE'));
    expect(handle.notes).toEqual(['ended bye by us null']);
    expect(phone.has(method('ACK'))).toBe(false);
  });

  test.each([
    ['no sound can be had', fakeSdp(), () => Promise.reject(new Error('no codec'))],
    ['it offers nothing', undefined, () => Promise.resolve(fakeSdp())],
  ])('%s: ended', async (_name, body, describe) => {
    const phone = await registered('1001');
    const handle = { ...notedHandler(), describe };
    ring('1001', handle);
    phone.reply(await phone.take(invite), 200, body === undefined ? {} : { body });
    await phone.take(method('BYE'));
    expect(handle.notes).toEqual(['ended failed by us 488']);
  });

  test('it holds and hangs up like any call', async () => {
    const phone = await registered('1001');
    const { notes, call } = ring('1001');
    const request = await phone.take(invite);
    phone.reply(request, 200, { body: fakeSdp() });
    await phone.take(method('ACK'));
    const tags = {
      to: '5551234',
      callId: 'call-77',
      fromTag: 'phone',
      toTag: /tag=(\w+)/.exec(request.header('from')!)![1]!,
    };
    const hold = phone.ask('INVITE', { ...tags, body: fakeSdp('inactive') });
    expect((await phone.answerTo(hold, 200)).status).toBe(200);
    phone.ask('ACK', { ...tags, cseq: hold.cseq });
    call.end();
    phone.reply(await phone.take(method('BYE')), 200);
    expect(notes).toEqual(['accepted', 'held', 'ended bye by us null']);
  });
});

describe('an account with several phones', () => {
  test('all ring, the first to accept wins, the others are cancelled', async () => {
    const [one, two, three] = [await registered('1001'), await registered('1001'), await registered('1001')];
    const { notes } = ring('1001');
    const asked = [await one.take(invite), await two.take(invite), await three.take(invite)];
    for (const [index, phone] of [one, two, three].entries()) phone.reply(asked[index]!, 180);
    expect(notes).toEqual(['ringing']);
    two.reply(asked[1]!, 200, { body: fakeSdp() });
    await two.take(method('ACK'));
    expect(notes).toEqual(['ringing', 'accepted']);
    expect([one.has(method('CANCEL')), two.has(method('CANCEL')), three.has(method('CANCEL'))]).toEqual([
      true,
      false,
      true,
    ]);
    // The third picked up at the same moment.
    three.reply(asked[2]!, 200, { body: fakeSdp() });
    await three.take(method('ACK'));
    await three.take(method('BYE'));
    one.reply(asked[0]!, 487);
    expect(notes).toEqual(['ringing', 'accepted']);
    expect(line.edge.stats()).toMatchObject({ calls: 1, dialogs: 1 });
  });

  test('one is busy, the other may still answer; the busy one is told when none does', async () => {
    const [one, two] = [await registered('1001'), await registered('1001')];
    const { notes } = ring('1001');
    one.reply(await one.take(invite), 486);
    expect(notes).toEqual([]);
    two.reply(await two.take(invite), 480);
    expect(notes).toEqual(['ended refused by them 486']);
  });

  test('603 at one phone speaks for all', async () => {
    const [one, two] = [await registered('1001'), await registered('1001')];
    const { notes } = ring('1001');
    two.reply(await two.take(invite), 180);
    one.reply(await one.take(invite), 603);
    expect(notes).toEqual(['ringing', 'ended refused by them 603']);
    expect(two.has(method('CANCEL'))).toBe(true);
  });

  test('the phone that lost goes away: the call of the other does not notice', async () => {
    const [one, two] = [await registered('1001'), await registered('1001')];
    const { notes } = ring('1001');
    one.reply(await one.take(invite), 200, { body: fakeSdp() });
    await one.take(method('ACK'));
    two.drop();
    await pass(60_000, one);
    expect(notes).toEqual(['accepted']);
  });
});
