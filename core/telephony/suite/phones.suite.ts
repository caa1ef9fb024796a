import { describe, expect } from 'vitest';
import type { OnStage } from './suite-stage.fixture.ts';
import { AGENT, COLLEAGUE, CUSTOMER, MUSIC, music } from './suite-tones.fixture.ts';

/** What a phone of ours does by itself: registering, holding, transferring, losing its line. */
export function phonesSuite(onStage: OnStage): void {
  describe('registrations', () => {
    onStage('[CALL-19] a phone comes and goes', async (stage) => {
      const phone = await stage.exchange.phone('1001');
      expect(await stage.saw('accountRegistered')).toMatchObject({ account: '1001', contacts: 1 });
      expect(stage.exchange.telephony.isRegistered('1001')).toBe(true);
      await phone.unregister();
      expect(await stage.saw('accountUnregistered')).toMatchObject({ account: '1001' });
      expect(stage.exchange.telephony.isRegistered('1001')).toBe(false);
    });

    onStage('a forgotten account has no phone and no call left; others are not touched', async (stage) => {
      const forgotten = await stage.talkingAt(await stage.exchange.phone('1001'), AGENT);
      const other = await stage.talkingAt(await stage.exchange.phone('1002'), COLLEAGUE);
      await stage.exchange.telephony.forget('1001');
      expect(await stage.ended(forgotten.leg)).toMatchObject({ by: 'us' });
      expect(await stage.saw('accountUnregistered')).toMatchObject({ account: '1001' });
      expect(stage.exchange.telephony.isRegistered('1001')).toBe(false);
      expect(await stage.exchange.telephony.legs()).toEqual([other.leg]);
    });
  });

  describe('a sign-in is over', () => {
    onStage(
      '[PHONE-22] its phone is registered no more; the conversation lasts until somebody ends it',
      async (stage) => {
        const { telephony } = stage.exchange;
        const { agent, customer } = await stage.conversation();
        await telephony.retire('1001');
        expect(await stage.saw('accountUnregistered')).toMatchObject({ account: '1001' });
        expect(telephony.isRegistered('1001')).toBe(false);
        expect(await telephony.legs()).toEqual([agent.leg, customer.leg]);
        await stage.hears(customer.call, [AGENT]);
        await agent.call.hangUp();
        expect(await stage.ended(agent.leg)).toMatchObject({ by: 'them' });
      },
    );
  });

  describe('another device takes over', () => {
    onStage(
      '[CALL-08] a conversation of a phone that is cut off waits for the next one; what rings ends',
      async (stage) => {
        const { telephony } = stage.exchange;
        const { agent, customer } = await stage.conversation();
        await telephony.cutOff('1001');
        await stage.saw('legDisconnected', agent.leg);
        expect(await stage.saw('accountUnregistered')).toMatchObject({ account: '1001' });
        expect(telephony.isRegistered('1001')).toBe(false);
        expect(await telephony.legs()).toEqual([agent.leg, customer.leg]);
        await stage.exchange.phone('1001');
        expect(telephony.isRegistered('1001')).toBe(true);
        await telephony.hangUp(agent.leg);
        expect(await stage.ended(agent.leg)).toMatchObject({ by: 'us' });
      },
    );
  });

  describe('a phone of ours', () => {
    onStage('[CALL-11] it puts us on hold and takes us back', async (stage) => {
      const { agent, customer } = await stage.conversation();
      await agent.call.hold();
      await stage.saw('legHeld', agent.leg);
      await stage.hears(agent.call, []);
      await stage.hears(customer.call, []);
      await agent.call.resume();
      await stage.saw('legResumed', agent.leg);
      await stage.hears(agent.call, [CUSTOMER]);
      await stage.hears(customer.call, [AGENT]);
      expect(stage.story(agent.leg)).toEqual(['legRinging', 'legAnswered', 'legHeld', 'legResumed']);
    });

    onStage('[CALL-10] a call that is on hold at both ends is hung up by us, and everybody is free', async (stage) => {
      const { agent, customer } = await stage.conversation();
      const { telephony } = stage.exchange;
      await agent.call.hold();
      await stage.saw('legHeld', agent.leg);
      await telephony.hold(customer.leg, music);
      await stage.hears(customer.call, [MUSIC]);
      await Promise.all([telephony.hangUp(agent.leg), telephony.hangUp(customer.leg)]);
      expect(await stage.ended(agent.leg)).toMatchObject({ cause: 'normal', by: 'us' });
      expect(await stage.ended(customer.leg)).toMatchObject({ cause: 'normal', by: 'us' });
      await stage.until('both are free', () => agent.call.at() === 'over' && customer.call.at() === 'over');
    });

    onStage('[CALL-11] somebody outside puts us on hold and takes us back', async (stage) => {
      const customer = await stage.talkingOutside(CUSTOMER);
      await customer.call.hold();
      await stage.saw('legHeld', customer.leg);
      await customer.call.resume();
      await stage.saw('legResumed', customer.leg);
    });

    onStage('[CALL-22] it asks for a blind transfer and hears how it goes', async (stage) => {
      const { leg, call } = await stage.talkingAt(await stage.exchange.phone('1001'), AGENT);
      await call.refer('1003');
      expect(await stage.saw('transferAsked', leg)).toMatchObject({ to: '1003', replaces: null });
      for (const status of [180, 200]) await stage.exchange.telephony.reportTransfer(leg, status);
      await stage.until('the phone hears of it', () => call.transferReports().at(-1) === 200);
      if (!stage.exchange.lacks?.includes('transferRinging')) expect(call.transferReports()).toContain(180);
    });

    onStage('[CALL-22] it asks for an attended transfer and hears that it failed', async (stage) => {
      const phone = await stage.exchange.phone('1001');
      const first = await stage.talkingAt(phone, AGENT);
      await first.call.hold();
      await stage.saw('legHeld', first.leg);
      const consult = await stage.offeredBy(phone, '1002');
      await stage.exchange.telephony.answer(consult.leg);
      await stage.answered(consult);
      await first.call.referReplacing(consult.call);
      expect(await stage.saw('transferAsked', first.leg)).toMatchObject({ replaces: consult.leg });
      await stage.exchange.telephony.reportTransfer(first.leg, 603);
      await stage.until('the phone hears of it', () => first.call.transferReports().at(-1) === 603);
    });

    onStage(
      'complaint 3: its connection drops and returns in mid-call; sound goes on, and hanging up works',
      async (stage) => {
        const phone = await stage.exchange.phone('1001');
        const { agent, customer } = await stage.conversation(phone);
        phone.dropConnection();
        await stage.saw('legDisconnected', agent.leg);
        await stage.exchange.pass(300);
        await stage.hears(agent.call, [CUSTOMER]);
        await stage.hears(customer.call, [AGENT]);
        await phone.reconnect();
        await stage.saw('legReconnected', agent.leg);
        await stage.hears(customer.call, [AGENT]);
        await agent.call.hold();
        await stage.saw('legHeld', agent.leg);
        await agent.call.hangUp();
        expect(await stage.ended(agent.leg)).toMatchObject({ cause: 'normal', by: 'them' });
        expect(await stage.exchange.telephony.legs()).toEqual([customer.leg]);
      },
    );

    onStage(
      '[CALL-19] a page that is busy for a while is rung when it listens again, and no talk ends for it',
      async (stage) => {
        const phone = await stage.exchange.phone('1001');
        phone.busy(true);
        const leg = await stage.ring({ account: '1001' });
        // Longer than an exchange waits for another machine.
        await stage.exchange.pass(3_000);
        phone.busy(false);
        const call = await stage.ringingAt(phone);
        await call.answer();
        await stage.saw('legAnswered', leg);
        const [colleague, customer] = [
          await stage.talkingAt(await stage.exchange.phone('1002'), COLLEAGUE),
          await stage.talkingOutside(CUSTOMER),
        ];
        call.speak(AGENT);
        phone.busy(true);
        // Where a change of company is told to phones they may be silent about it, too.
        await stage.exchange.telephony.bridge(customer.leg, leg, colleague.leg);
        await stage.hears(customer.call, [AGENT, COLLEAGUE]);
        await stage.exchange.telephony.hangUp(colleague.leg);
        await stage.exchange.pass(3_000);
        await stage.hears(customer.call, [AGENT]);
        phone.busy(false);
        await stage.hears(call, [CUSTOMER]);
      },
    );

    onStage(
      'complaint 4: a page loaded anew has another phone: that the old leg waits is known before, and the new one takes its place',
      async (stage) => {
        const phone = await stage.exchange.phone('1001');
        const { agent, customer } = await stage.conversation(phone);
        phone.dropConnection();
        await stage.exchange.pass(20);
        const loaded = await stage.exchange.phone('1001');
        await stage.saw('legDisconnected', agent.leg);
        await stage.until('a phone comes after', () => {
          const story = stage.events.map(({ type }) => type);
          return story.lastIndexOf('accountRegistered') > story.indexOf('legDisconnected');
        });
        const again = await stage.talkingAt(loaded, COLLEAGUE);
        await stage.exchange.telephony.hangUp(agent.leg);
        await stage.exchange.telephony.bridge(customer.leg, again.leg);
        await stage.hears(customer.call, [COLLEAGUE]);
        await stage.hears(again.call, [CUSTOMER]);
      },
    );

    onStage('a call to a phone whose connection returned can be ended from our side', async (stage) => {
      const phone = await stage.exchange.phone('1001');
      const { leg, call } = await stage.talkingAt(phone, AGENT);
      phone.dropConnection();
      await stage.saw('legDisconnected', leg);
      await phone.reconnect();
      await stage.saw('legReconnected', leg);
      await stage.exchange.telephony.hangUp(leg);
      expect(await stage.ended(leg)).toMatchObject({ cause: 'normal', by: 'us' });
      await stage.until('the phone is free', () => call.at() === 'over');
    });
  });
}
