import { describe, expect } from 'vitest';
import { FRAME_SAMPLES, SAMPLE_RATE } from '../sound.ts';
import { sine, tonesIn } from '../tone-detector.ts';
import { stereoOf } from './recording-reader.fixture.ts';
import type { OnStage } from './suite-stage.fixture.ts';
import { AGENT, COLLEAGUE, CUSTOMER, MACHINE, MUSIC, music, SUPERVISOR, tone } from './suite-tones.fixture.ts';

/** The tones of a recording's side, without its first moments. */
const heardIn = (side: Int16Array): number[] => tonesIn(side.subarray(Math.max(0, side.length - 3_200)));

/** On its way to the ear, what a phone holds back for what comes unevenly, and what a busy machine takes. What was said is ten seconds long. */
const OVER_MS = 800;

/** Who hears what. */
export function soundSuite(onStage: OnStage): void {
  describe('what a leg hears', () => {
    onStage('two bridged legs hear each other; bridged anew, the one left behind hears nothing', async (stage) => {
      const { agent, customer } = await stage.conversation();
      const colleague = await stage.talkingAt(await stage.exchange.phone('1002'), COLLEAGUE);
      await stage.exchange.telephony.bridge(customer.leg, colleague.leg);
      await stage.hears(customer.call, [COLLEAGUE]);
      await stage.hears(colleague.call, [CUSTOMER]);
      await stage.hears(agent.call, []);
      await stage.exchange.telephony.separate(colleague.leg);
      await stage.hears(customer.call, []);
      await stage.hears(colleague.call, []);
    });

    onStage('two phones of ours hear each other', async (stage) => {
      const one = await stage.talkingAt(await stage.exchange.phone('1001'), AGENT);
      const other = await stage.talkingAt(await stage.exchange.phone('1002'), COLLEAGUE);
      await stage.exchange.telephony.bridge(one.leg, other.leg);
      await stage.hears(one.call, [COLLEAGUE]);
      await stage.hears(other.call, [AGENT]);
    });

    onStage('[CALL-11] a held leg hears music and its partner nothing, until they are joined again', async (stage) => {
      const { agent, customer } = await stage.conversation();
      await stage.exchange.telephony.hold(customer.leg, music);
      await stage.hears(customer.call, [MUSIC]);
      await stage.hears(agent.call, []);
      await stage.exchange.pass(1_200);
      await stage.hears(customer.call, [MUSIC]);
      await stage.exchange.telephony.bridge(agent.leg, customer.leg);
      await stage.hears(customer.call, [AGENT]);
      await stage.hears(agent.call, [CUSTOMER]);
    });

    onStage('the far side speaks before it answers, and the caller hears it', async (stage) => {
      const caller = await stage.offeredBy(await stage.exchange.phone('1001'), '5559876');
      const leg = await stage.ringOutside();
      const outside = await stage.ringingOutside();
      outside.speakEarly();
      outside.speak(CUSTOMER);
      await stage.saw('legEarlyMedia', leg);
      await stage.exchange.telephony.openEarlyMedia(caller.leg);
      await stage.exchange.telephony.bridge(caller.leg, leg);
      await stage.hears(caller.call, [CUSTOMER]);
      expect(caller.call.provisionalStatuses()).toContain(183);
      expect(caller.call.at()).not.toBe('talking');
      await outside.answer();
      await stage.exchange.telephony.answer(caller.leg);
      await stage.saw('legAnswered', caller.leg);
      caller.call.speak(AGENT);
      await stage.hears(outside, [AGENT]);
      await stage.hears(caller.call, [CUSTOMER]);
    });

    onStage('ringback before the answer', async (stage) => {
      const caller = await stage.offeredBy(await stage.exchange.phone('1001'), '5559876');
      await stage.exchange.telephony.openEarlyMedia(caller.leg);
      await stage.exchange.telephony.play(caller.leg, tone(MACHINE, 500), { loop: true });
      await stage.hears(caller.call, [MACHINE]);
      await stage.exchange.telephony.answer(caller.leg);
      await stage.saw('legAnswered', caller.leg);
      await stage.exchange.telephony.stopPlaying(caller.leg);
      await stage.hears(caller.call, []);
    });
  });

  describe('sounds', () => {
    onStage('a sound covers the conversation for one side and gives it back at its end', async (stage) => {
      const { agent, customer } = await stage.conversation();
      await stage.exchange.telephony.play(customer.leg, tone(MACHINE, 600), { playId: 'beep' });
      await stage.hears(customer.call, [MACHINE]);
      expect(await stage.saw('played', customer.leg)).toMatchObject({ playId: 'beep', completed: true });
      await stage.hears(customer.call, [AGENT]);
      await stage.hears(agent.call, [CUSTOMER]);
    });

    onStage('a sound that is stopped, replaced or cut by the end is told as not completed', async (stage) => {
      const { customer } = await stage.conversation();
      const { telephony } = stage.exchange;
      await telephony.play(customer.leg, tone(MACHINE, 300), { playId: 'stopped', loop: true });
      await stage.hears(customer.call, [MACHINE]);
      await stage.exchange.pass(500);
      await telephony.stopPlaying(customer.leg);
      await stage.hears(customer.call, [AGENT]);
      await telephony.play(customer.leg, tone(MACHINE, 5_000), { playId: 'replaced' });
      await telephony.play(customer.leg, tone(MUSIC, 5_000), { playId: 'cut' });
      await stage.hears(customer.call, [MUSIC]);
      await customer.call.hangUp();
      await stage.ended(customer.leg);
      const played = stage
        .of(customer.leg)
        .flatMap((event) => (event.type === 'played' ? [[event.playId, event.completed]] : []));
      expect(played).toEqual([
        ['stopped', false],
        ['replaced', false],
        ['cut', false],
      ]);
    });

    onStage('the newest wins: joining two legs ends what one of them was playing', async (stage) => {
      const agent = await stage.talkingAt(await stage.exchange.phone('1001'), AGENT);
      const customer = await stage.talkingOutside(CUSTOMER);
      await stage.exchange.telephony.play(customer.leg, tone(MACHINE, 500), { playId: 'waiting', loop: true });
      await stage.hears(customer.call, [MACHINE]);
      await stage.exchange.telephony.bridge(agent.leg, customer.leg);
      await stage.hears(customer.call, [AGENT]);
      expect(await stage.saw('played', customer.leg)).toMatchObject({ playId: 'waiting', completed: false });
    });

    onStage(
      'a program listens and speaks, stops at once when interrupted, and gives back what was before',
      async (stage) => {
        const { agent, customer } = await stage.conversation();
        const stream = await stage.exchange.telephony.openStream(customer.leg);
        const frames: number[] = [];
        stream.onFrame((frame) => void frames.push(...frame));
        stream.write(sine([MACHINE], 40_000));
        await stage.hears(customer.call, [MACHINE]);
        await stage.hears(agent.call, [CUSTOMER]);
        await stage.until(
          'the program hears the customer',
          () => String(tonesIn(frames.slice(-1_600))) === String([CUSTOMER]),
        );
        expect(stream.bufferedMs()).toBeGreaterThan(1_000);
        expect(stream.clear()).toBeGreaterThan(1_000);
        expect(stream.bufferedMs()).toBe(0);
        await stage.hears(customer.call, []);
        stream.close();
        await stage.hears(customer.call, [AGENT]);
      },
    );

    onStage(
      '[FLOW-11] what a program takes back is over in a moment, however much it was, and it is heard when it speaks again',
      async (stage) => {
        const customer = await stage.talkingOutside(CUSTOMER);
        const stream = await stage.exchange.telephony.openStream(customer.leg);
        for (const _ of ['once', 'again']) {
          stream.write(sine([MACHINE], 80_000));
          await stage.hears(customer.call, [MACHINE]);
          await stage.exchange.pass(500);
          stream.clear();
          let soundsMs = 0;
          for (; soundsMs < 2_000 && (await customer.call.hears()).length > 0; soundsMs += 20)
            await stage.exchange.pass(20);
          expect(soundsMs).toBeLessThanOrEqual(OVER_MS);
        }
      },
    );

    onStage(
      '[FLOW-11] a program that speaks as it listens goes on when the other side sends nothing, and hears it as silence',
      async (stage) => {
        const customer = await stage.talkingAt(await stage.exchange.phone('1001'), CUSTOMER);
        const stream = await stage.exchange.telephony.openStream(customer.leg);
        const heard: number[] = [];
        stream.onFrame((frame) => {
          heard.push(...frame);
          while (stream.bufferedMs() < 60) stream.write(sine([MACHINE], FRAME_SAMPLES));
        });
        await stage.hears(customer.call, [MACHINE]);
        await stage.until('it is heard', () => String(tonesIn(heard.slice(-1_600))) === String([CUSTOMER]));
        customer.call.stopSending();
        await stage.until('silence', () => heard.slice(-1_600).every((sample) => Math.abs(sample) < 100));
        const before = heard.length;
        await stage.until('it goes on', () => (heard.length - before) / SAMPLE_RATE > 0.7);
        await stage.hears(customer.call, [MACHINE]);
      },
    );
  });

  describe('keys', () => {
    onStage('[CALL-15] a key is told once and reaches the partner', async (stage) => {
      const { agent, customer } = await stage.conversation();
      for (const key of ['5', '#']) await agent.call.key(key);
      await stage.until('the customer gets them', () => customer.call.keys() === '5#');
      await customer.call.key('1');
      await stage.until('the agent gets it', () => agent.call.keys() === '1');
      await stage.saw('keyPressed', customer.leg);
      await stage.exchange.pass(300);
      expect(stage.of(agent.leg).flatMap((event) => (event.type === 'keyPressed' ? [event.key] : []))).toEqual([
        '5',
        '#',
      ]);
      expect(stage.of(customer.leg).flatMap((event) => (event.type === 'keyPressed' ? [event.key] : []))).toEqual([
        '1',
      ]);
    });

    onStage(
      '[CALL-15] keys in the sound and in the signalling are told once each, however close they come',
      async (stage) => {
        const { agent, customer } = await stage.conversation();
        const pressedKeys = (): string =>
          stage
            .of(agent.leg)
            .flatMap((event) => (event.type === 'keyPressed' ? [event.key] : []))
            .sort()
            .join('');
        await agent.call.key('5');
        for (const key of ['7', '8', '9']) await agent.call.key(key, 'info');
        await stage.until('all are told', () => pressedKeys().length >= 4);
        await stage.until('the customer gets them', () => customer.call.keys().length >= 4);
        // What were told twice would be told by now: one waits for another for as long as that sounds.
        await stage.exchange.pass(300);
        expect(pressedKeys()).toBe('5789');
      },
    );

    onStage('[CALL-15] keys are pressed towards a leg, one after another', async (stage) => {
      const agent = await stage.talkingAt(await stage.exchange.phone('1001'), AGENT);
      const customer = await stage.talkingOutside(CUSTOMER);
      await stage.exchange.telephony.sendKeys(customer.leg, '12#', 120);
      await stage.exchange.telephony.sendKeys(agent.leg, '90A', 120);
      await stage.until('outside', () => customer.call.keys() === '12#');
      await stage.until('at our phone', () => agent.call.keys() === '90A');
    });
  });

  describe('recording', () => {
    onStage('[CALL-25] left is what the leg says, right what it hears, through a hold', async (stage) => {
      const { customer } = await stage.conversation();
      const { telephony } = stage.exchange;
      await telephony.record(customer.leg, 'r-1');
      await stage.exchange.pass(700);
      await telephony.stopRecording('r-1');
      const first = await stage.saw('recorded', customer.leg);
      expect(first).toMatchObject({ recordingId: 'r-1' });
      expect(first.durationMs).toBeGreaterThan(500);
      const talk = stereoOf(await stage.exchange.read(first.path));
      expect(heardIn(talk.left)).toEqual([CUSTOMER]);
      expect(heardIn(talk.right)).toEqual([AGENT]);

      await telephony.record(customer.leg, 'r-2');
      await stage.exchange.pass(300);
      await telephony.hold(customer.leg, music);
      await stage.exchange.pass(800);
      await telephony.hangUp(customer.leg);
      const second = await stage.until('the second recording', () =>
        stage.events.find((event) => event.type === 'recorded' && event.recordingId === 'r-2'),
      );
      if (second.type !== 'recorded') return;
      const held = stereoOf(await stage.exchange.read(second.path));
      expect(second.durationMs).toBeGreaterThan(900);
      expect(heardIn(held.left)).toEqual([CUSTOMER]);
      expect(heardIn(held.right)).toEqual([MUSIC]);
    });
  });

  describe('monitoring', () => {
    onStage(
      '[CALL-09] listening hears both; a whisper reaches the agent alone; a barge reaches both',
      async (stage) => {
        const { agent, customer } = await stage.conversation();
        const { telephony } = stage.exchange;
        const supervisor = await stage.talkingAt(await stage.exchange.phone('1003'), SUPERVISOR);
        await telephony.record(customer.leg, 'r-whispered');
        await telephony.monitor(supervisor.leg, agent.leg, 'listen');
        await stage.hears(supervisor.call, [AGENT, CUSTOMER]);
        expect(await stage.everythingHeard(agent.call)).toEqual([CUSTOMER]);
        expect(await stage.everythingHeard(customer.call)).toEqual([AGENT]);

        await telephony.monitor(supervisor.leg, agent.leg, 'whisper');
        await stage.hears(agent.call, [SUPERVISOR, CUSTOMER]);
        await stage.hears(supervisor.call, [AGENT, CUSTOMER]);
        expect(await stage.everythingHeard(customer.call)).toEqual([AGENT]);
        await telephony.stopRecording('r-whispered');
        const recorded = stereoOf(await stage.exchange.read((await stage.saw('recorded', customer.leg)).path));
        expect(heardIn(recorded.left)).toEqual([CUSTOMER]);
        expect(heardIn(recorded.right)).toEqual([AGENT]);

        await telephony.monitor(supervisor.leg, agent.leg, 'barge');
        await stage.hears(agent.call, [SUPERVISOR, CUSTOMER]);
        await stage.hears(customer.call, [AGENT, SUPERVISOR]);

        await supervisor.call.hangUp();
        await stage.ended(supervisor.leg);
        await stage.hears(agent.call, [CUSTOMER]);
        await stage.hears(customer.call, [AGENT]);
      },
    );

    for (const mode of ['listen', 'whisper', 'barge'] as const)
      onStage(`[CALL-26] who had the mode ${mode} takes the call over, and has it as any other`, async (stage) => {
        const { agent, customer } = await stage.conversation();
        const { telephony } = stage.exchange;
        const supervisor = await stage.talkingAt(await stage.exchange.phone('1003'), SUPERVISOR);
        // Every way there is one the supervisor may have gone.
        for (const before of ['listen', 'whisper', mode] as const)
          await telephony.monitor(supervisor.leg, agent.leg, before);
        await stage.hears(supervisor.call, [AGENT, CUSTOMER]);
        await telephony.hangUp(agent.leg);
        await telephony.bridge(customer.leg, supervisor.leg);
        await stage.hears(customer.call, [SUPERVISOR]);
        await stage.hears(supervisor.call, [CUSTOMER]);
        await telephony.hold(customer.leg, music);
        await stage.hears(customer.call, [MUSIC]);
        await telephony.bridge(customer.leg, supervisor.leg);
        await stage.hears(customer.call, [SUPERVISOR]);
      });
  });
}
