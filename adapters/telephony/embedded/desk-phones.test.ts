import { afterEach, describe, expect, test } from 'vitest';
import { legsSuite } from '#core/telephony/suite/legs.suite.ts';
import { phonesSuite } from '#core/telephony/suite/phones.suite.ts';
import { soundSuite } from '#core/telephony/suite/sound.suite.ts';
import { openStage, type OnStage, type SuiteStage } from '#core/telephony/suite/suite-stage.fixture.ts';
import { AGENT, COLLEAGUE, CUSTOMER } from '#core/telephony/suite/suite-tones.fixture.ts';
import type { DeskWay } from '#test/desk-transport.ts';
import { openDeskExchange } from '#test/test-exchange.ts';
import { aCertificate } from '../trunk/certificate.fixture.ts';

type Exchange = Awaited<ReturnType<typeof openDeskExchange>>;
const opened: Exchange[] = [];

async function stageOf(way: Partial<DeskWay> = {}): Promise<{ exchange: Exchange; stage: SuiteStage }> {
  const tls = { port: 0, own: aCertificate('localhost') };
  const exchange = await openDeskExchange(way.transport === 'tls' ? { wires: { tls } } : {});
  opened.push(exchange);
  return { exchange, stage: openStage({ ...exchange, phone: (account) => exchange.deskPhone(account, way) }) };
}
afterEach(async () => {
  for (const exchange of opened.splice(0)) {
    await exchange.close();
    expect(exchange.bugs).toEqual([]);
  }
});

/** What browsers do, done by phones on a port of SIP's own. */
function suiteOver(way: Partial<DeskWay>, cases: readonly string[]): void {
  const found = new Set<string>();
  const onStage: OnStage = (name, play) => {
    if (!cases.includes(name)) return;
    found.add(name);
    test(`${name}`, { timeout: 40_000 }, async () => {
      const { exchange, stage } = await stageOf(way);
      await play(stage);
      for (const leg of await exchange.telephony.legs()) await exchange.telephony.hangUp(leg);
      await stage.until('no leg is left', async () => (await exchange.telephony.legs()).length === 0);
    });
  };
  legsSuite(onStage);
  soundSuite(onStage);
  phonesSuite(onStage);
  test('every case is still called so', () => expect([...found].sort()).toEqual(cases.toSorted()));
}

describe('[CC-04] desk phones over UDP, with RTP', () => {
  suiteOver({ transport: 'udp' }, [
    '[CALL-19] a phone comes and goes',
    'a forgotten account has no phone and no call left; others are not touched',
    '[PHONE-22] its phone is registered no more; the conversation lasts until somebody ends it',
    '[CALL-11] it puts us on hold and takes us back',
    '[CALL-22] it asks for a blind transfer and hears how it goes',
    '[CALL-22] it asks for an attended transfer and hears that it failed',
    '[CALL-15] a key is told once and reaches the partner',
  ]);
});

describe('[CC-04] desk phones over a connection', () => {
  suiteOver({ transport: 'tcp' }, [
    'complaint 3: its connection drops and returns in mid-call; sound goes on, and hanging up works',
    'a call to a phone whose connection returned can be ended from our side',
  ]);
});

describe('[CC-04] desk phones and browsers', { timeout: 30_000 }, () => {
  test.each([
    ['UDP and plain RTP', { transport: 'udp' }],
    ['TLS and secured RTP', { transport: 'tls', isSecured: true }],
    ['a router between, which hides its address', { transport: 'udp', describes: '10.11.12.13' }],
  ] as const)('[CC-04] one calls the other and both are heard: %s', async (_, way) => {
    const { exchange, stage } = await stageOf(way);
    const [desk, browser] = [await exchange.deskPhone('1001', way), await exchange.phone('1002')];
    const caller = await stage.offeredBy(desk, '1002');
    await exchange.telephony.announceRinging(caller.leg);
    await stage.until('it hears ringing', () => caller.call.provisionalStatuses().includes(180));
    await exchange.telephony.answer(caller.leg);
    await stage.saw('legAnswered', caller.leg);
    caller.call.speak(AGENT);
    const callee = await stage.talkingAt(browser, COLLEAGUE);
    await exchange.telephony.bridge(caller.leg, callee.leg);
    await stage.hears(caller.call, [COLLEAGUE]);
    await stage.hears(callee.call, [AGENT]);
    await browser.calls[0]!.hangUp();
    expect(await stage.ended(callee.leg)).toMatchObject({ cause: 'normal', by: 'them' });
    await exchange.telephony.hangUp(caller.leg);
    await stage.until('the desk phone is free', () => caller.call.at() === 'over');
  });

  test('[CC-04] a desk phone that speaks A-law alone is heard, and hears', async () => {
    const { exchange, stage } = await stageOf();
    const phone = await exchange.deskPhone('1001', {}, (description) =>
      description.replace(/ 0 8 101$/m, ' 8 101').replace(/^a=rtpmap:0 .*\r\n/m, ''),
    );
    const { agent, customer } = await stage.conversation(phone);
    await stage.hears(agent.call, [CUSTOMER]);
    await stage.hears(customer.call, [AGENT]);
  });

  test('[CC-04] a desk phone asks what we offer, as some do when they take a call back, and both are heard', async () => {
    const { exchange, stage } = await stageOf();
    const phone = await exchange.deskPhone('1001');
    const { agent, customer } = await stage.conversation(phone);
    await agent.call.hold();
    await stage.saw('legHeld', agent.leg);
    await phone.calls[0]!.askOffer();
    await stage.saw('legResumed', agent.leg);
    await stage.hears(agent.call, [CUSTOMER]);
    await stage.hears(customer.call, [AGENT]);
  });

  test('[CC-04] a call that is given up while it rings rings no more, whoever gives it up', async () => {
    const { exchange, stage } = await stageOf();
    const phone = await exchange.deskPhone('1001');
    const leg = await stage.ring({ account: '1001' });
    const ringing = await stage.ringingAt(phone);
    await exchange.telephony.hangUp(leg);
    await stage.until('it rings no more', () => ringing.at() === 'over');
    const offered = await stage.offeredBy(phone, '1002');
    await exchange.telephony.announceRinging(offered.leg);
    await stage.until('it hears ringing', () => offered.call.provisionalStatuses().includes(180));
    await offered.call.hangUp();
    expect(await stage.ended(offered.leg)).toMatchObject({ cause: 'cancelled', by: 'them' });
  });

  test('a browser that offers plain RTP is refused: its sound would go where anybody says', async () => {
    const { exchange, stage } = await stageOf();
    const browser = await exchange.phone('1002', (description) =>
      description.replace(/^a=(fingerprint|setup|ice-).*\r\n/gm, '').replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP'),
    );
    const offered = await stage.offeredBy(browser, '1001');
    await exchange.telephony.answer(offered.leg);
    await stage.until('it is refused', () => offered.call.status() === 488);
    exchange.bugs.length = 0;
  });

  test('[CC-04] nothing of it stays behind when the exchange stops', async () => {
    const { exchange, stage } = await stageOf();
    const phone = await exchange.deskPhone('1001');
    await stage.talkingAt(phone, AGENT);
    expect(exchange.telephony.counts().sip).toMatchObject({ registrations: 1, dialogs: 1, wires: { flows: 1 } });
    await exchange.telephony.stop();
    expect(exchange.telephony.counts().sip).toMatchObject({ sockets: 0, registrations: 0, dialogs: 0 });
    phone.dropConnection();
  });
});
