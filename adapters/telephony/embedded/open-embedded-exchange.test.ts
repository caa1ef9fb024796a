import { createSocket } from 'node:dgram';
import { afterEach, describe, expect, test } from 'vitest';
import { openStage, type SuiteStage } from '#core/telephony/suite/suite-stage.fixture.ts';
import { AGENT, CUSTOMER } from '#core/telephony/suite/suite-tones.fixture.ts';
import { telephonySuite } from '#core/telephony/telephony.suite.ts';
import { handClock } from '../../../test/clock.ts';
import { openTestExchange, type TestExchange } from '../../../test/test-exchange.ts';
import type { Carrier } from '../carrier.ts';

describe('what every exchange does', () => {
  telephonySuite(() => openTestExchange());
});

describe('what the embedded exchange does besides', { timeout: 30_000 }, () => {
  const opened: TestExchange[] = [];
  async function stageOf(
    ...options: Parameters<typeof openTestExchange>
  ): Promise<{ exchange: TestExchange; stage: SuiteStage }> {
    const exchange = await openTestExchange(...options);
    opened.push(exchange);
    return { exchange, stage: openStage(exchange) };
  }
  afterEach(async () => {
    for (const exchange of opened.splice(0)) await exchange.close();
  });

  test('[LINE-01] 9196 is answered by the exchange, gives back what is said, and is no leg of the product', async () => {
    const { exchange, stage } = await stageOf();
    const phone = await exchange.phone('1001');
    const call = phone.call('9196');
    await stage.until('it answers', () => call.at() === 'talking');
    call.speak(AGENT);
    await stage.hears(call, [AGENT]);
    expect(exchange.telephony.counts()).toMatchObject({ legs: 0, ownCalls: 1 });
    expect(await exchange.telephony.legs()).toEqual([]);
    await call.hangUp();
    await stage.until('it is gone', () => exchange.telephony.counts().ownCalls === 0);
    expect(stage.events.map(({ type }) => type)).toEqual(['accountRegistered']);
  });

  test('a wall set back five minutes closes no phone as a flood and loses no hang-up', async () => {
    const clock = handClock();
    const { exchange, stage } = await stageOf({ clock });
    const phone = await exchange.phone('1001');
    const call = phone.call('9196');
    await stage.until('it answers', () => call.at() === 'talking');
    clock.setWall(-300_000);
    await call.hangUp();
    await stage.until('it is gone', () => exchange.telephony.counts().ownCalls === 0);
    expect(phone.closedWith()).toBeNull();
    expect(exchange.telephony.counts().suspicious).toBe(0);
  });

  test('4444 speaks first and then gives back what is said', async () => {
    const { exchange, stage } = await stageOf();
    const call = (await exchange.phone('1001')).call('4444');
    await stage.until('it answers', () => call.at() === 'talking');
    call.speak(AGENT);
    await stage.until('it speaks', () => call.sound()!.packetsHeard > 10);
    expect(await call.hears()).not.toEqual([AGENT]);
    for (let waited = 0; waited < 20_000 && String(await call.hears()) !== String([AGENT]); waited += 100)
      await exchange.pass(100);
    expect(await call.hears()).toEqual([AGENT]);
    await call.hangUp();
    await stage.until('it is gone', () => exchange.telephony.counts().ownCalls === 0);
  });

  test('[LINE-01] a call to an own number that nobody ends is ended in time; forgetting the account ends it at once', async () => {
    const { exchange, stage } = await stageOf({ patience: { ownCallMs: 200 } });
    const call = (await exchange.phone('1001')).call('9196');
    await stage.until('it ends', () => call.at() === 'over');
    expect(exchange.telephony.counts().ownCalls).toBe(0);

    const { exchange: other, stage: otherStage } = await stageOf();
    const second = (await other.phone('1001')).call('9196');
    await otherStage.until('it answers', () => second.at() === 'talking');
    await other.telephony.forget('1001');
    expect(other.telephony.counts().ownCalls).toBe(0);
  });

  test('a line that does not exist is unreachable; a line that breaks ends its own call only', async () => {
    const broken: Carrier = {
      place: () => {
        throw new Error('broken');
      },
      onCall: () => {},
      stop: () => {},
    };
    const { exchange, stage } = await stageOf({ carriers: { broken } });
    const other = await stage.talkingAt(await exchange.phone('1001'), AGENT);
    const missing = await stage.ring({ number: '5551', line: 'missing' });
    expect(await stage.ended(missing)).toMatchObject({ cause: 'unreachable', sipStatus: 503 });
    const inherited = await stage.ring({ number: '5551', line: 'constructor' });
    expect(await stage.ended(inherited)).toMatchObject({ cause: 'unreachable', sipStatus: 503 });
    const failed = await stage.ring({ number: '5551', line: 'broken' });
    expect(await stage.ended(failed)).toMatchObject({ cause: 'failed' });
    expect(exchange.bugs).toHaveLength(1);
    expect(other.call.at()).toBe('talking');
    expect(await exchange.telephony.legs()).toEqual([other.leg]);
  });

  test('an offered leg that nobody looks at is refused; one that rings may wait longer', async () => {
    const { exchange, stage } = await stageOf({ patience: { unattendedMs: 300, unansweredMs: 60_000 } });
    const attended = await stage.offeredBy(await exchange.phone('1001'), '5551');
    await exchange.telephony.announceRinging(attended.leg);
    const ignored = await stage.offeredBy(await exchange.phone('1002'), '5551');
    expect(await stage.ended(ignored.leg)).toMatchObject({ cause: 'refused', sipStatus: 480, by: 'us' });
    await stage.until('the phone is free', () => ignored.call.status() === 480);
    expect(attended.call.at()).toBe('calling');
  });

  test('complaint 9: a browser that is killed in mid-call is lost, and its partner stays', async () => {
    const { exchange, stage } = await stageOf({ patience: { silentMs: 600 } });
    const phone = await exchange.phone('1001');
    const agent = await stage.talkingAt(phone, AGENT);
    const customer = await stage.talkingOutside(CUSTOMER);
    await exchange.telephony.bridge(agent.leg, customer.leg);
    await stage.hears(customer.call, [AGENT]);
    phone.calls[0]!.sound()!.close();
    phone.dropConnection();
    expect(await stage.ended(agent.leg)).toMatchObject({ cause: 'lost' });
    expect(stage.story(agent.leg)).toEqual(['legRinging', 'legAnswered', 'legDisconnected', 'legEnded']);
    expect(await exchange.telephony.legs()).toEqual([customer.leg]);
    await stage.hears(customer.call, []);
  });

  test('complaint 3: the phone moves to another network in mid-call; sound is back within 5 s both ways', async () => {
    const { exchange, stage } = await stageOf();
    const phone = await exchange.phone('1001');
    const agent = await stage.talkingAt(phone, AGENT);
    const customer = await stage.talkingOutside(CUSTOMER);
    await exchange.telephony.bridge(agent.leg, customer.leg);
    await exchange.telephony.record(customer.leg, 'r-moved');
    await stage.hears(customer.call, [AGENT]);
    phone.dropConnection();
    phone.calls[0]!.sound()!.renew();
    await stage.saw('legDisconnected', agent.leg);
    await stage.hears(customer.call, []);
    const movedAtMs = performance.now();
    await phone.reconnect();
    await phone.calls[0]!.moveNetwork();
    await stage.hears(agent.call, [CUSTOMER]);
    await stage.hears(customer.call, [AGENT]);
    expect(performance.now() - movedAtMs).toBeLessThan(5_000);
    expect(stage.story(agent.leg)).toEqual(['legRinging', 'legAnswered', 'legDisconnected', 'legReconnected']);
    await agent.call.hangUp();
    expect(await stage.ended(agent.leg)).toMatchObject({ cause: 'normal', by: 'them' });
  });

  test('a page that is loaded anew is another phone: the old leg stays away, the new phone can be rung and takes its place', async () => {
    const { exchange, stage } = await stageOf();
    const before = await exchange.phone('1001');
    const old = await stage.talkingAt(before, AGENT);
    const customer = await stage.talkingOutside(CUSTOMER);
    await exchange.telephony.bridge(old.leg, customer.leg);
    before.calls[0]!.sound()!.close();
    before.dropConnection();
    await stage.saw('legDisconnected', old.leg);
    const after = await exchange.phone('1001');
    const fresh = await stage.talkingAt(after, 900);
    await exchange.telephony.bridge(fresh.leg, customer.leg);
    await stage.hears(customer.call, [900]);
    await stage.hears(fresh.call, [CUSTOMER]);
    await exchange.telephony.hangUp(old.leg);
    await stage.ended(old.leg);
    await stage.hears(customer.call, [900]);
  });

  test('[CALL-19] a phone without a codec in common is a device error, whoever called', async () => {
    const { exchange, stage } = await stageOf();
    const phone = await exchange.phone('1001', (description) =>
      description.replace(/^(m=audio \d+ \S+) 0 /m, '$1 18 ').replace('a=rtpmap:0 PCMU', 'a=rtpmap:18 G729'),
    );
    const rung = await stage.ring({ account: '1001' });
    await (await stage.ringingAt(phone)).answer();
    expect(await stage.ended(rung)).toMatchObject({ cause: 'deviceError', sipStatus: 488 });
    const calling = await stage.offeredBy(phone, '5551');
    await exchange.telephony.answer(calling.leg);
    expect(await stage.ended(calling.leg)).toMatchObject({ cause: 'deviceError', sipStatus: 488 });
    await stage.until('the phone hears of it', () => calling.call.status() === 488);
  });

  test('a phone whose connection drops while it rings still can answer when it is back', async () => {
    const { exchange, stage } = await stageOf();
    const phone = await exchange.phone('1001');
    const leg = await stage.ring({ account: '1001' });
    const call = await stage.ringingAt(phone);
    await stage.saw('legRinging', leg);
    phone.dropConnection();
    await stage.saw('legDisconnected', leg);
    await phone.reconnect();
    await stage.saw('legReconnected', leg);
    await call.answer();
    await stage.saw('legAnswered', leg);
    call.speak(AGENT);
    const customer = await stage.talkingOutside(CUSTOMER);
    await exchange.telephony.bridge(leg, customer.leg);
    await stage.hears(customer.call, [AGENT]);
  });

  test('a frozen browser whose signalling still lives is kept; once that is away too it is lost', async () => {
    const { exchange, stage } = await stageOf({ patience: { silentMs: 500 } });
    const phone = await exchange.phone('1001');
    const { leg } = await stage.talkingAt(phone, AGENT);
    const { sound } = phone.calls.at(-1)!;
    await stage.until('sound flows', () => sound()!.isOpen());
    sound()!.stopSending();
    await exchange.pass(1_500);
    expect(await exchange.telephony.legs()).toEqual([leg]);
    phone.dropConnection();
    expect(await stage.ended(leg)).toMatchObject({ cause: 'lost' });
  });

  test('[CALL-15] a key in the signalling counts like one in the sound', async () => {
    const { exchange, stage } = await stageOf();
    const phone = await exchange.phone('1001');
    const agent = await stage.talkingAt(phone, AGENT);
    const customer = await stage.talkingOutside(CUSTOMER);
    await exchange.telephony.bridge(agent.leg, customer.leg);
    const content = 'Signal=7\r\nDuration=160';
    await phone.calls[0]!.session.info({
      requestOptions: { body: { contentDisposition: 'render', contentType: 'application/dtmf-relay', content } },
    });
    expect(await stage.saw('keyPressed', agent.leg)).toMatchObject({ key: '7', by: 'info' });
    await stage.until('the customer gets it', () => customer.call.keys() === '7');
    await agent.call.key('8');
    await stage.until('the other kind', () =>
      stage.of(agent.leg).some((event) => event.type === 'keyPressed' && event.key === '8' && event.by === 'rfc4733'),
    );
  });

  test('[CALL-19] the sound of an answered leg is reported again and again', async () => {
    const { exchange, stage } = await stageOf({ patience: { qualityMs: 500 } });
    const { leg } = await stage.talkingAt(await exchange.phone('1001'), AGENT);
    await stage.until('three reports', () => stage.of(leg).filter(({ type }) => type === 'legQuality').length >= 3);
    const { quality } = await stage.saw('legQuality', leg);
    expect(quality.packetsReceived).toBeGreaterThan(50);
    expect(quality.packetsLost).toBe(0);
    expect(quality.silentMs).toBeLessThan(500);
  });

  test('one UDP port carries the sound of every phone', async () => {
    const udpPort = await aFreeUdpPort();
    const { exchange, stage } = await stageOf({ media: { bindAddress: '127.0.0.1', udpPort } });
    const one = await stage.talkingAt(await exchange.phone('1001'), 500);
    const two = await stage.talkingAt(await exchange.phone('1002'), 800);
    const three = await stage.talkingAt(await exchange.phone('1003'), 1_100);
    const customer = await stage.talkingOutside(CUSTOMER);
    await exchange.telephony.bridge(one.leg, two.leg);
    await exchange.telephony.bridge(three.leg, customer.leg);
    await stage.hears(one.call, [800]);
    await stage.hears(two.call, [500]);
    await stage.hears(three.call, [CUSTOMER]);
    await stage.hears(customer.call, [1_100]);
  });

  test('the port of sound is held between calls as well: nobody can take it, and one that is taken is told at the start', async () => {
    const udpPort = await aFreeUdpPort();
    const media = { bindAddress: '127.0.0.1', udpPort };
    const { exchange, stage } = await stageOf({ media });
    expect(await takes(udpPort)).toBe('EADDRINUSE');
    const { leg, call } = await stage.talkingAt(await exchange.phone('1001'), AGENT);
    await call.hangUp();
    await stage.saw('legEnded', leg);
    expect(await takes(udpPort)).toBe('EADDRINUSE');
    await expect(stageOf({ media: { bindAddress: '192.0.2.1', udpPort: await aFreeUdpPort() } })).rejects.toThrow(
      /cannot be opened/,
    );
  });

  test('a second phone of the account rings too and stops when the first answers', async () => {
    const { exchange, stage } = await stageOf();
    const desk = await exchange.phone('1001');
    const laptop = await exchange.phone('1001');
    const leg = await stage.ring({ account: '1001' });
    const atDesk = await stage.ringingAt(desk);
    const atLaptop = await stage.ringingAt(laptop);
    await atDesk.answer();
    await stage.saw('legAnswered', leg);
    await stage.until('the laptop is silent', () => atLaptop.at() === 'over');
    expect(stage.story(leg)).toEqual(['legRinging', 'legAnswered']);
  });

  test('stopping ends every leg, closes recordings and leaves nothing', async () => {
    const { exchange, stage } = await stageOf();
    const { leg, call } = await stage.talkingAt(await exchange.phone('1001'), AGENT);
    await exchange.telephony.record(leg, 'r-stop');
    await exchange.pass(200);
    await exchange.telephony.stop();
    expect(await stage.ended(leg)).toMatchObject({ cause: 'server', by: 'us' });
    expect(await stage.saw('recorded', leg)).toMatchObject({ recordingId: 'r-stop' });
    expect(exchange.telephony.counts()).toMatchObject({
      legs: 0,
      ownCalls: 0,
      sip: { sockets: 0, registrations: 0, calls: 0 },
    });
    await stage.until('the phone hears of it', () => call.at() === 'over');
  });

  test('after sixty calls, five at a time and ended in every way, nothing is left', async () => {
    const { exchange, stage } = await stageOf();
    const phones = await Promise.all(
      ['1001', '1002', '1003', '1004', '1005'].map((account) => exchange.phone(account)),
    );
    await Promise.all(
      phones.map(async (phone, index) => {
        for (let round = 0; round < 12; round++) {
          const leg = await stage.ring({ account: phone.account }, { timeoutMs: 5_000 });
          const call = await stage.ringingAt(phone);
          switch ((round + index) % 6) {
            case 0:
              await exchange.telephony.hangUp(leg);
              break;
            case 1:
              await call.decline(603);
              break;
            case 2:
              await Promise.all([call.answer().catch(() => {}), exchange.telephony.hangUp(leg)]);
              break;
            case 3:
              await call.answer();
              await call.hangUp();
              break;
            case 4:
              await call.answer();
              await stage.saw('legAnswered', leg);
              await exchange.telephony.hangUp(leg);
              break;
            default:
              await call.answer();
              await stage.saw('legAnswered', leg);
              await Promise.all([call.hangUp(), exchange.telephony.hangUp(leg)]);
          }
          await stage.ended(leg);
          await stage.until('the phone is free', () => call.at() === 'over');
        }
      }),
    );
    expect(exchange.telephony.counts()).toMatchObject({ legs: 0, ownCalls: 0 });
    await stage.until('no dialog is left', () => exchange.telephony.counts().sip.calls === 0);
    expect(exchange.bugs).toEqual([]);
  });
});

function aFreeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  return new Promise((resolve) =>
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    }),
  );
}

/** What becomes of somebody who wants a port. */
function takes(port: number): Promise<string> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', (problem: NodeJS.ErrnoException) => resolve(problem.code ?? ''));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve('free')));
  });
}
