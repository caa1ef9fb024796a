import { describe, expect } from 'vitest';
import type { OnStage } from './suite-stage.fixture.ts';
import { AGENT, music } from './suite-tones.fixture.ts';

/** How legs are made, answered, refused and ended. */
export function legsSuite(onStage: OnStage): void {
  describe('a leg the product rings', () => {
    onStage('[CALL-19] it rings, is answered and ends once', async (stage) => {
      const phone = await stage.exchange.phone('1001');
      const leg = await stage.ring({ account: '1001' }, { headers: { 'X-Call-Id': 'c-77' } });
      const call = await stage.ringingAt(phone);
      expect(call.callerId()).toBe('5550100');
      expect(call.header('X-Call-Id')).toBe('c-77');
      await stage.saw('legRinging', leg);
      expect(await stage.exchange.telephony.legs()).toEqual([leg]);
      await call.answer();
      await stage.saw('legAnswered', leg);
      await call.hangUp();
      expect(await stage.ended(leg)).toMatchObject({ cause: 'normal', by: 'them' });
      expect(stage.story(leg)).toEqual(['legRinging', 'legAnswered', 'legEnded']);
      expect(await stage.exchange.telephony.legs()).toEqual([]);
    });

    onStage('[CALL-19] it is hung up by us, and asking more of it does nothing', async (stage) => {
      const { leg, call } = await stage.talkingAt(await stage.exchange.phone('1001'), AGENT);
      const { telephony } = stage.exchange;
      await telephony.hangUp(leg);
      expect(await stage.ended(leg)).toMatchObject({ cause: 'normal', by: 'us' });
      await stage.until('the phone is free', () => call.at() === 'over');
      await telephony.hangUp(leg);
      await telephony.announceRinging(leg);
      await telephony.openEarlyMedia(leg);
      await telephony.answer(leg);
      await telephony.refuse(leg, 603);
      await telephony.hold(leg, music);
      await telephony.play(leg, music, { playId: 'late' });
      await telephony.stopPlaying(leg);
      await telephony.sendKeys(leg, '1');
      await telephony.record(leg, 'late');
      await telephony.stopRecording('late');
      await telephony.bridge(leg, stage.newLeg());
      await telephony.monitor(leg, stage.newLeg(), 'listen');
      await telephony.separate(leg);
      await telephony.reportTransfer(leg, 200);
      await stage.exchange.pass(200);
      expect(stage.story(leg).at(-1)).toBe('legEnded');
    });

    for (const [sipStatus, cause] of [
      [603, 'rejected'],
      [486, 'busy'],
      [488, 'deviceError'],
    ] as const) {
      onStage(`[CALL-19] a phone that answers ${sipStatus} ends it as ${cause}`, async (stage) => {
        const phone = await stage.exchange.phone('1001');
        const leg = await stage.ring({ account: '1001' });
        const call = await stage.ringingAt(phone);
        await call.decline(sipStatus);
        expect(await stage.ended(leg)).toMatchObject({ cause, sipStatus, by: 'them' });
      });
    }

    onStage('[CALL-19] nobody answers in time', async (stage) => {
      const phone = await stage.exchange.phone('1001');
      const leg = await stage.ring({ account: '1001' }, { timeoutMs: 700 });
      const call = await stage.ringingAt(phone);
      expect(await stage.ended(leg)).toMatchObject({ cause: 'noAnswer' });
      await stage.until('the phone is free', () => call.at() === 'over');
    });

    onStage('[CALL-19] an account without a phone is unreachable', async (stage) => {
      expect(stage.exchange.telephony.isRegistered('1002')).toBe(false);
      const leg = await stage.ring({ account: '1002' });
      expect(await stage.ended(leg)).toMatchObject({ cause: 'unreachable', sipStatus: 480 });
    });

    onStage('an outside number: rings, is busy, declines', async (stage) => {
      for (const [sipStatus, cause] of [
        [486, 'busy'],
        [603, 'rejected'],
        [404, 'unreachable'],
      ] as const) {
        const leg = await stage.ringOutside({ sipCallId: `attempt-${sipStatus}` });
        const call = await stage.ringingOutside();
        expect([call.callerId(), call.sipCallId()]).toEqual(['5550100', `attempt-${sipStatus}`]);
        call.ring();
        await stage.saw('legRinging', leg);
        await call.decline(sipStatus);
        expect(await stage.ended(leg)).toMatchObject({ cause, sipStatus, by: 'them' });
      }
    });

    onStage('an outside number that does not answer in time', async (stage) => {
      const leg = await stage.ringOutside({ timeoutMs: 300 });
      const call = await stage.ringingOutside();
      call.ring();
      expect(await stage.ended(leg)).toMatchObject({ cause: 'noAnswer' });
      await stage.until('it stops ringing', () => call.at() === 'over');
    });

    onStage('complaint 5: giving up while it rings stops the ringing within 500 ms', async (stage) => {
      const phone = await stage.exchange.phone('1001');
      const leg = await stage.ring({ account: '1001' });
      const call = await stage.ringingAt(phone);
      await stage.saw('legRinging', leg);
      await stage.exchange.telephony.hangUp(leg);
      let waitedMs = 0;
      while (call.at() !== 'over' && waitedMs < 500) {
        await stage.exchange.pass(20);
        waitedMs += 20;
      }
      expect(call.at()).toBe('over');
      expect(await stage.ended(leg)).toMatchObject({ cause: 'cancelled', by: 'us' });
    });

    onStage('[CALL-19] answering and giving up at the same moment leaves no half call', async (stage) => {
      const phone = await stage.exchange.phone('1001');
      const leg = await stage.ring({ account: '1001' });
      const call = await stage.ringingAt(phone);
      await Promise.all([call.answer().catch(() => {}), stage.exchange.telephony.hangUp(leg)]);
      await stage.ended(leg);
      await stage.until('the phone is free', () => call.at() === 'over');
    });

    onStage('both hang up at once', async (stage) => {
      const { leg, call } = await stage.talkingAt(await stage.exchange.phone('1001'), AGENT);
      await Promise.all([stage.exchange.telephony.hangUp(leg), call.hangUp()]);
      await stage.ended(leg);
      await stage.until('the phone is free', () => call.at() === 'over');
    });
  });

  describe('a leg that is offered', () => {
    onStage(
      'a phone of ours calls: who, whom, and its headers; it hears that the other side rings, and is answered',
      async (stage) => {
        const phone = await stage.exchange.phone('1001');
        const { leg, call } = await stage.offeredBy(phone, '5559876', {
          'X-Router-Id': '3',
          'X-Callee-Country-Code': '52',
        });
        expect(await stage.saw('legOffered', leg)).toMatchObject({
          from: { account: '1001' },
          to: '5559876',
          headers: { 'X-Router-Id': '3', 'X-Callee-Country-Code': '52' },
        });
        await stage.exchange.telephony.announceRinging(leg);
        await stage.until('the caller hears of it', () => call.provisionalStatuses().includes(180));
        await stage.exchange.telephony.answer(leg);
        await stage.saw('legAnswered', leg);
        await stage.until('they talk', () => call.at() === 'talking');
        await call.hangUp();
        expect(await stage.ended(leg)).toMatchObject({ cause: 'normal', by: 'them' });
        expect(stage.story(leg)).toEqual(['legOffered', 'legAnswered', 'legEnded']);
      },
    );

    for (const sipStatus of [486, 614, 690]) {
      onStage(`[CALL-16] a refusal ${sipStatus} arrives at the phone as it is`, async (stage) => {
        const { leg, call } = await stage.offeredBy(await stage.exchange.phone('1001'), '5559876');
        await stage.exchange.telephony.refuse(leg, sipStatus);
        expect(await stage.ended(leg)).toMatchObject({ cause: 'refused', sipStatus, by: 'us' });
        await stage.until('the phone is free', () => call.at() === 'over');
        expect(call.status()).toBe(sipStatus);
      });
    }

    onStage('the caller gives up before an answer', async (stage) => {
      const { leg, call } = await stage.offeredBy(await stage.exchange.phone('1001'), '5559876');
      await stage.exchange.telephony.announceRinging(leg);
      await call.hangUp();
      expect(await stage.ended(leg)).toMatchObject({ cause: 'cancelled', by: 'them' });
      expect(call.at()).toBe('over');
    });

    onStage('the caller gives up at the moment of the answer: no half call', async (stage) => {
      const { leg, call } = await stage.offeredBy(await stage.exchange.phone('1001'), '5559876');
      await stage.exchange.telephony.announceRinging(leg);
      await Promise.all([stage.exchange.telephony.answer(leg), call.hangUp()]);
      await stage.ended(leg);
      await stage.until('the phone is free', () => call.at() === 'over');
    });

    onStage('somebody outside calls one of our numbers', async (stage) => {
      const call = stage.exchange.outside.callIn('5550199', '5557000');
      const offered = await stage.saw('legOffered');
      expect(offered).toMatchObject({ from: { line: stage.exchange.outside.line, from: '5557000' }, to: '5550199' });
      await stage.exchange.telephony.announceRinging(offered.leg);
      await stage.until('it rings', () => call.provisionalStatuses().includes(180));
      await stage.exchange.telephony.answer(offered.leg);
      await stage.answered({ leg: offered.leg, call });
      expect(call.at()).toBe('talking');
      await call.hangUp();
      expect(await stage.ended(offered.leg)).toMatchObject({ cause: 'normal', by: 'them' });
    });

    onStage('a call from outside is refused', async (stage) => {
      const call = stage.exchange.outside.callIn('5550199', '5557000');
      const { leg } = await stage.saw('legOffered');
      await stage.exchange.telephony.refuse(leg, 404);
      expect(await stage.ended(leg)).toMatchObject({ cause: 'refused', sipStatus: 404 });
      await stage.until('the caller hears of it', () => call.status() === 404);
    });
  });
}
