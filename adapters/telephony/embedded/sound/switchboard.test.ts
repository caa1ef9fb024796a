import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { legId } from '#core/telephony/telephony.port.ts';
import { decodeUlaw } from '#core/telephony/g711.ts';
import { sequenceAfter, timestampAfter } from './rtp.ts';
import { benchOfEach, music, tone } from './switchboard.fixture.ts';
import { openTestBench } from './sound-bench.fixture.ts';

const { bench, aCall } = benchOfEach();

describe('a bridge', () => {
  test('lets both hear each other, packet by packet, with no timer running', () => {
    const { customer, agent } = aCall();
    expect(customer.hears()).toEqual([900]);
    expect(agent.hears()).toEqual([500]);
    expect(agent.heardFrames.every(({ how }) => how === 'forwarded')).toBe(true);
    expect(bench.ticking()).toBe(false);
  });

  test('changes partners: the one left behind hears nothing', () => {
    const { customer, agent } = aCall();
    const other = bench.leg('other', 1_300);
    bench.board.bridge(customer.id, other.id);
    const before = agent.heardFrames.length;
    bench.run(400);
    expect(customer.hears()).toEqual([1_300]);
    expect(other.hears()).toEqual([500]);
    expect(agent.heardFrames.length).toBe(before);
  });

  test('ends with either leg', () => {
    const { customer, agent } = aCall();
    bench.board.remove(agent.id);
    const before = customer.heardFrames.length;
    bench.run(200);
    expect(customer.heardFrames.length).toBe(before);
  });

  test('commands about a leg that is gone do nothing', () => {
    const { customer } = aCall();
    const gone = legId('gone');
    bench.board.bridge(customer.id, gone);
    bench.board.play(gone, tone(700, 100), { playId: 'p', loop: false });
    bench.board.hold(gone, music);
    bench.board.separate(gone);
    bench.board.echo(gone);
    bench.board.sendKeys(gone, '1', 250);
    bench.board.record(gone, 'r');
    bench.board.stopRecording('r');
    bench.board.monitor(gone, customer.id, 'listen');
    bench.board.monitor(customer.id, gone, 'listen');
    bench.board.openStream(gone).write(new Int16Array(160));
    bench.board.remove(gone);
    bench.run(200);
    expect(customer.hears()).toEqual([900]);
    expect(bench.events).toEqual([]);
  });

  test('a leg added again takes its place anew: nothing of the former is left', () => {
    const { customer, agent } = aCall();
    bench.board.play(customer.id, tone(700, 5_000), { playId: 'p', loop: true });
    const again = bench.leg('customer', 1_300);
    bench.run(200);
    expect(bench.events).toEqual([{ type: 'played', leg: customer.id, playId: 'p', completed: false }]);
    bench.board.bridge(again.id, agent.id);
    bench.run(300);
    expect(agent.hears()).toEqual([1_300]);
    expect(again.hears()).toEqual([900]);
  });

  test('every change keeps the numbers going forward: one sequence, no timestamp twice or back', () => {
    const { customer, agent } = aCall();
    const other = bench.leg('other', 1_300);
    const supervisor = bench.leg('supervisor', 1_700);
    const steps = [
      () => bench.board.hold(customer.id, music),
      () => bench.board.bridge(customer.id, other.id),
      () => bench.board.play(customer.id, tone(700, 100), { playId: 'p', loop: false }),
      () => bench.board.monitor(supervisor.id, other.id, 'barge'),
      () => bench.board.separate(customer.id),
      () => bench.board.bridge(agent.id, customer.id),
      () => bench.board.remove(supervisor.id),
      () => bench.board.echo(customer.id),
      () => bench.board.bridge(agent.id, customer.id),
    ];
    for (const step of steps) {
      step();
      bench.run(300);
    }
    const stamps = customer.heardFrames.map(({ stamp }) => stamp);
    expect(stamps.length).toBeGreaterThan(100);
    stamps.slice(1).forEach((stamp, at) => {
      expect(sequenceAfter(stamp.sequence, stamps[at]!.sequence)).toBe(1);
      expect(timestampAfter(stamp.timestamp, stamps[at]!.timestamp)).toBeGreaterThan(0);
    });
    // The whole line took as long as the clock: pauses are in the timestamps, not beside them.
    const lasted = timestampAfter(stamps.at(-1)!.timestamp, stamps[0]!.timestamp) / 8;
    expect(Math.abs(lasted - (400 + steps.length * 300))).toBeLessThan(200);
  });
});

describe('hold', () => {
  test('[CALL-11] a held customer hears music and not the agent; the agent hears nothing', () => {
    const { customer, agent } = aCall();
    bench.board.hold(customer.id, music);
    const before = agent.heardFrames.length;
    bench.run(3_000);
    expect(agent.heardFrames.length).toBe(before);
    const heard = customer.heardFrames.slice(-100);
    expect(heard.every(({ how }) => how === 'made')).toBe(true);
    const samples = heard.flatMap(({ payload }) => [...decodeUlaw(payload)]);
    expect(Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)).toBeGreaterThan(500);
  });

  test('[CALL-11] taken back, they hear each other again', () => {
    const { customer, agent } = aCall();
    bench.board.hold(customer.id, music);
    bench.run(400);
    bench.board.bridge(agent.id, customer.id);
    bench.run(400);
    expect(customer.hears()).toEqual([900]);
    expect(agent.hears()).toEqual([500]);
    expect(bench.ticking()).toBe(false);
  });

  test('[CALL-11] a second hold goes on with the music where the first stopped', () => {
    const { customer, agent } = aCall();
    bench.board.hold(customer.id, music);
    bench.run(600);
    const first = customer.heardFrames.slice(-30).map(({ payload }) => payload);
    bench.board.bridge(agent.id, customer.id);
    bench.run(100);
    bench.board.hold(customer.id, music);
    bench.run(600);
    const second = customer.heardFrames.slice(-30).map(({ payload }) => payload);
    expect(second[0]!.byteOffset).toBe(first.at(-1)!.byteOffset + FRAME_SAMPLES);
  });

  test('[CC-16] two callers waiting hear the music each from its own beginning', () => {
    const one = bench.leg('one');
    const two = bench.leg('two');
    bench.board.hold(one.id, music);
    bench.run(400);
    bench.board.hold(two.id, music);
    bench.run(200);
    expect(Buffer.from(two.heardFrames[0]!.payload).equals(one.heardFrames[0]!.payload)).toBe(true);
  });
});

describe('echo and keys', () => {
  test('an echo gives back what the leg says', () => {
    const phone = bench.leg('phone', 800);
    bench.board.echo(phone.id);
    bench.run(300);
    expect(phone.hears()).toEqual([800]);
  });

  test('[CALL-15] a key pressed in a bridge reaches the other side and is told once', () => {
    const { customer, agent } = aCall();
    customer.listener.key('5');
    expect(agent.keys).toEqual(['5']);
    expect(customer.keys).toEqual([]);
    expect(bench.events).toEqual([{ type: 'keyPressed', leg: customer.id, key: '5' }]);
  });

  test('[CALL-15] keys are pressed one after another with the gap between them, a comma waits two seconds', () => {
    const phone = bench.leg('phone');
    bench.board.sendKeys(phone.id, '1a,x#', 250);
    const when: string[] = [];
    for (let ms = 20; ms <= 4_000; ms += 20) {
      const before = phone.keys.length;
      bench.run(20);
      if (phone.keys.length > before) when.push(`${phone.keys.at(-1)} at ${ms}`);
    }
    expect(when).toEqual(['1 at 20', 'A at 380', '# at 2740']);
    expect(bench.ticking()).toBe(false);
  });

  test('keys that wait go with the leg', () => {
    const phone = bench.leg('phone');
    bench.board.sendKeys(phone.id, '123', 250);
    bench.run(20);
    bench.board.remove(phone.id);
    bench.run(1_000);
    expect(phone.keys).toEqual(['1']);
  });
});

test('after any commands everybody already hears what a look at everything would find', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const name = fc.constantFrom(...names.map(legId));
  const command = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constant('bridge' as const), name, name) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom('listen' as const, 'whisper' as const, 'barge' as const), name, name),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom(
          'separate' as const,
          'hold' as const,
          'echo' as const,
          'play' as const,
          'stopPlaying' as const,
          'again' as const,
        ),
        name,
        name,
      ),
    },
  );
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 12 }), (commands) => {
      const { board, leg, run } = openTestBench(bench.folder);
      const ends = new Map(names.map((each, at) => [legId(each), leg(each, 500 + at * 400)]));
      for (const [what, one, other] of commands) {
        if (what === 'bridge') board.bridge(one, other);
        else if (what === 'hold') board.hold(one, tone(400, 1_000));
        else if (what === 'play') board.play(one, tone(3_000, 1_000), { playId: 'p', loop: true });
        else if (what === 'separate' || what === 'echo' || what === 'stopPlaying') board[what](one);
        else if (what === 'again') {
          board.remove(one);
          ends.get(one)!.says = null;
          ends.set(one, leg(one, 500 + names.indexOf(one) * 400));
        } else board.monitor(one, other, what);
      }
      const look = () => {
        for (const end of ends.values()) end.heardFrames.length = 0;
        run(400);
        return [...ends.values()].map((end) => end.hears());
      };
      const found = look();
      // Touching every leg makes its plan anew.
      for (const id of ends.keys()) board.sendKeys(id, '', 0);
      expect(look()).toEqual(found);
      void board.stop();
    }),
    { numRuns: 60 },
  );
});
