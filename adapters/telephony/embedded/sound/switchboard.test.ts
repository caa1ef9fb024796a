import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FRAME_SAMPLES, SAMPLE_RATE } from '#core/telephony/sound.ts';
import { legId } from '#core/telephony/telephony.port.ts';
import { sine, tonesIn } from '#core/telephony/tone-detector.ts';
import { decodeUlaw } from './g711.ts';
import { sequenceAfter, timestampAfter } from './rtp.ts';
import { openTestBench, type TestBench, type TestEnd } from './test-bench.ts';
import { HEADER_BYTES } from './wav.ts';

let folder: string;
let bench: TestBench;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  bench = openTestBench(folder);
});
afterEach(async () => {
  await bench.board.stop();
  expect(bench.ticking()).toBe(false);
  rmSync(folder, { recursive: true });
});

const tone = (hz: number, ms: number) => ({ tones: [{ hz: [hz], ms }] });
const music = { name: 'music' } as const;

/** A bridged call: the customer says 500 Hz, the agent 900 Hz. */
function aCall(): { customer: TestEnd; agent: TestEnd } {
  const customer = bench.leg('customer', 500);
  const agent = bench.leg('agent', 900);
  bench.board.bridge(customer.id, agent.id);
  bench.run(400);
  return { customer, agent };
}

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

describe('sounds', () => {
  test('[CC-16] a sound is heard over the bridge and gives the bridge back when it ends', () => {
    const { customer, agent } = aCall();
    bench.board.play(customer.id, tone(700, 500), { playId: 'notice', loop: false });
    bench.run(400);
    expect(customer.hears()).toEqual([700]);
    expect(agent.hears()).toEqual([500]);
    expect(bench.events).toEqual([]);
    bench.run(400);
    expect(customer.hears()).toEqual([900]);
    expect(bench.events).toEqual([{ type: 'played', leg: customer.id, playId: 'notice', completed: true }]);
    expect(bench.ticking()).toBe(false);
  });

  test('a sound over held music gives the music back', () => {
    const { customer } = aCall();
    bench.board.hold(customer.id, tone(600, 1_000));
    bench.board.play(customer.id, tone(1_100, 300), { playId: 'p', loop: false });
    bench.run(240);
    expect(customer.hears()).toEqual([1_100]);
    bench.run(400);
    expect(customer.hears()).toEqual([600]);
  });

  test('a second sound replaces the first, which is told as not completed, once', () => {
    const customer = bench.leg('customer');
    bench.board.play(customer.id, tone(700, 5_000), { playId: 'first', loop: false });
    bench.run(300);
    bench.board.play(customer.id, tone(1_100, 300), { playId: 'second', loop: false });
    bench.run(240);
    expect(customer.hears()).toEqual([1_100]);
    bench.run(400);
    expect(bench.events).toEqual([
      { type: 'played', leg: customer.id, playId: 'first', completed: false },
      { type: 'played', leg: customer.id, playId: 'second', completed: true },
    ]);
  });

  test.each([
    ['stopped', (call: { customer: TestEnd; agent: TestEnd }) => bench.board.stopPlaying(call.customer.id)],
    ['bridged away', (call: { customer: TestEnd; agent: TestEnd }) => bench.board.bridge(call.customer.id, call.agent.id)],
    ['held', (call: { customer: TestEnd }) => bench.board.hold(call.customer.id, music)],
    ['separated', (call: { customer: TestEnd }) => bench.board.separate(call.customer.id)],
    ['removed', (call: { customer: TestEnd }) => bench.board.remove(call.customer.id)],
  ])('a sound whose leg is %s is told as not completed, never lost', (_, act) => {
    const call = aCall();
    bench.board.play(call.customer.id, tone(700, 5_000), { playId: 'p', loop: true });
    bench.run(300);
    act(call);
    bench.run(300);
    expect(bench.events).toEqual([{ type: 'played', leg: call.customer.id, playId: 'p', completed: false }]);
  });

  test('a loop never ends by itself and has no gap where it starts again', () => {
    const customer = bench.leg('customer');
    // 310 samples: the loop turns in the middle of frames.
    const samples = Int16Array.from({ length: 310 }, (_, at) => (at + 1) * 50);
    bench.board.play(customer.id, { samples }, { playId: 'p', loop: true });
    bench.run(1_000);
    const heard = customer.heardFrames.flatMap(({ payload }) => [...decodeUlaw(payload)]);
    const expected = heard.map((_, at) => samples[at % 310]!);
    expect(Math.max(...heard.map((sample, at) => Math.abs(sample - expected[at]!) / (expected[at]! + 500)))).toBeLessThan(0.05);
    expect(bench.events).toEqual([]);
  });

  test('prompts, tones and silence follow one another without a gap', () => {
    const customer = bench.leg('customer');
    bench.board.play(customer.id, { sequence: [tone(600, 200), { tones: [{ hz: [], ms: 100 }] }, tone(1_200, 200)] }, { playId: 'p', loop: false });
    bench.run(500);
    const heard = customer.heardFrames.flatMap(({ payload }) => [...decodeUlaw(payload)]);
    expect(heard.length).toBe(SAMPLE_RATE / 2);
    expect(tonesIn(heard.slice(0, 1_600))).toEqual([600]);
    expect(tonesIn(heard.slice(1_600, 2_400))).toEqual([]);
    expect(tonesIn(heard.slice(2_400))).toEqual([1_200]);
  });

  test('an empty sound is over at the next tick', () => {
    const customer = bench.leg('customer');
    bench.board.play(customer.id, { samples: new Int16Array(0) }, { playId: 'p', loop: true });
    bench.run(20);
    expect(bench.events).toEqual([{ type: 'played', leg: customer.id, playId: 'p', completed: true }]);
  });

  test('a prompt nobody recorded is refused where it is asked for, and what was heard goes on', () => {
    const { customer } = aCall();
    expect(() => bench.board.play(customer.id, { prompt: 'no.such', language: 'zh-CN' }, { playId: 'p', loop: false })).toThrow('There is no prompt "no.such" in zh-CN or en-US.');
    bench.run(300);
    expect(customer.hears()).toEqual([900]);
  });

  test('a listener that plays the next sound at the end of one is heard without a pause', () => {
    const customer = bench.leg('customer');
    bench.board.onEvent((event) => {
      if (event.type === 'played' && event.playId === 'first') bench.board.play(customer.id, tone(1_100, 400), { playId: 'second', loop: false });
    });
    bench.board.play(customer.id, tone(700, 400), { playId: 'first', loop: false });
    bench.run(800);
    expect(customer.heardFrames.length).toBe(40);
    expect(customer.hears()).toEqual([1_100]);
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
    customer.heard.key('5');
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

describe('monitoring', () => {
  test('[CALL-09] a supervisor who listens hears both, and neither hears the supervisor', () => {
    const { customer, agent } = aCall();
    const supervisor = bench.leg('supervisor', 1_700);
    bench.board.monitor(supervisor.id, agent.id, 'listen');
    bench.run(600);
    expect(supervisor.hears()).toEqual([500, 900]);
    expect(customer.hears()).toEqual([900]);
    expect(agent.hears()).toEqual([500]);
    expect(agent.heardFrames.every(({ how }) => how === 'forwarded')).toBe(true);
  });

  test('[CALL-09] a whisper is in the agent\'s ear, not in the customer\'s and not in the recording', async () => {
    const { customer, agent } = aCall();
    const supervisor = bench.leg('supervisor', 1_700);
    bench.board.record(customer.id, 'of-the-customer');
    bench.board.record(agent.id, 'of-the-agent');
    bench.board.monitor(supervisor.id, agent.id, 'whisper');
    bench.run(2_000);
    expect(agent.hears()).toEqual([500, 1_700]);
    expect(customer.hears()).toEqual([900]);
    expect(supervisor.hears()).toEqual([500, 900]);
    bench.board.remove(customer.id);
    bench.board.stopRecording('of-the-agent');
    expect(tones(await recording('of-the-customer'))).toEqual({ left: [500], right: [900] });
    expect(tones(await recording('of-the-agent'))).toEqual({ left: [900], right: [500] });
  });

  test('[CALL-09] a supervisor who barges in is heard by both, and so is it recorded', async () => {
    const { customer, agent } = aCall();
    const supervisor = bench.leg('supervisor', 1_700);
    bench.board.record(customer.id, 'barged');
    bench.board.monitor(supervisor.id, agent.id, 'whisper');
    bench.run(400);
    bench.board.monitor(supervisor.id, agent.id, 'barge');
    bench.run(1_000);
    expect(agent.hears()).toEqual([500, 1_700]);
    expect(customer.hears()).toEqual([900, 1_700]);
    expect(supervisor.hears()).toEqual([500, 900]);
    bench.board.stopRecording('barged');
    expect(tones(await recording('barged'))).toEqual({ left: [500], right: [900, 1_700] });
  });

  test('[CALL-09] goes on when the agent holds, and when the call goes to another customer', () => {
    const { customer, agent } = aCall();
    const supervisor = bench.leg('supervisor', 1_700);
    bench.board.monitor(supervisor.id, agent.id, 'whisper');
    bench.board.hold(customer.id, tone(600, 1_000));
    bench.run(400);
    expect(supervisor.hears()).toEqual([900]);
    expect(agent.hears()).toEqual([1_700]);
    expect(customer.hears()).toEqual([600]);
    const next = bench.leg('next', 1_300);
    bench.board.bridge(agent.id, next.id);
    bench.run(400);
    expect(supervisor.hears()).toEqual([900, 1_300]);
    expect(agent.hears()).toEqual([1_300, 1_700]);
    expect(next.hears()).toEqual([900]);
  });

  test('[CALL-09] two supervisors: each hears the call, the agent both whispers, neither the other\'s whisper', () => {
    const { customer, agent } = aCall();
    const one = bench.leg('one', 1_700);
    const two = bench.leg('two', 2_100);
    bench.board.monitor(one.id, agent.id, 'whisper');
    bench.board.monitor(two.id, agent.id, 'whisper');
    bench.run(600);
    expect(agent.hears()).toEqual([500, 1_700, 2_100]);
    expect(one.hears()).toEqual([500, 900]);
    expect(two.hears()).toEqual([500, 900]);
    expect(customer.hears()).toEqual([900]);
    bench.board.monitor(two.id, agent.id, 'barge');
    bench.run(600);
    expect(one.hears()).toEqual([500, 900, 2_100]);
  });

  test('[CALL-09] the supervisor gone, packets are forwarded again and no timer runs', () => {
    const { customer, agent } = aCall();
    const supervisor = bench.leg('supervisor', 1_700);
    bench.board.monitor(supervisor.id, agent.id, 'barge');
    bench.run(400);
    bench.board.remove(supervisor.id);
    bench.run(400);
    expect(agent.heardFrames.slice(-15).every(({ how }) => how === 'forwarded')).toBe(true);
    expect(customer.hears()).toEqual([900]);
    expect(bench.ticking()).toBe(false);
  });

  test('[CALL-09] the agent gone, the supervisor hears nothing and may monitor another', () => {
    const { agent } = aCall();
    const supervisor = bench.leg('supervisor', 1_700);
    bench.board.monitor(supervisor.id, agent.id, 'listen');
    bench.run(200);
    bench.board.remove(agent.id);
    const before = supervisor.heardFrames.length;
    bench.run(200);
    expect(supervisor.heardFrames.length).toBe(before);
    const other = bench.leg('other', 1_300);
    bench.board.monitor(supervisor.id, other.id, 'listen');
    bench.run(400);
    expect(supervisor.hears()).toEqual([1_300]);
  });

  test('two supervisors watching each other do not go round in circles', () => {
    const one = bench.leg('one', 500);
    const two = bench.leg('two', 900);
    bench.board.monitor(one.id, two.id, 'barge');
    bench.board.monitor(two.id, one.id, 'barge');
    bench.run(400);
    expect(one.hears()).toEqual([900]);
    expect(two.hears()).toEqual([500]);
  });
});

test('after any commands everybody already hears what a look at everything would find', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const name = fc.constantFrom(...names.map(legId));
  const command = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constant('bridge' as const), name, name) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom('listen' as const, 'whisper' as const, 'barge' as const), name, name) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('separate' as const, 'hold' as const, 'echo' as const, 'play' as const, 'stopPlaying' as const, 'again' as const), name, name) },
  );
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 12 }), (commands) => {
      const { board, leg, run } = openTestBench(folder);
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

describe('streams', () => {
  test('a program hears the leg and is heard by it, 20 ms at a time', () => {
    const customer = bench.leg('customer', 500);
    const stream = bench.board.openStream(customer.id);
    const frames: Int16Array[] = [];
    stream.onFrame((frame) => frames.push(frame));
    stream.write(sine([800], 1_000));
    stream.write(sine([800], 3_000, 1_000));
    expect(stream.bufferedMs()).toBe(500);
    bench.run(400);
    expect(stream.bufferedMs()).toBe(100);
    expect(customer.hears()).toEqual([800]);
    expect(frames.length).toBe(20);
    expect(frames.every((frame) => frame.length === FRAME_SAMPLES)).toBe(true);
    expect(tonesIn(frames.slice(-10).flatMap((frame) => [...frame]))).toEqual([500]);
  });

  test('an interruption drops what was not said yet', () => {
    const customer = bench.leg('customer', 500);
    const stream = bench.board.openStream(customer.id);
    stream.write(sine([800], 8_000));
    bench.run(400);
    expect(stream.clear()).toBe(600);
    expect(stream.bufferedMs()).toBe(0);
    bench.run(200);
    expect(customer.hears()).toEqual([]);
  });

  test('closed, it gives back what was heard before; a bridge made meanwhile stays', () => {
    const { customer, agent } = aCall();
    const stream = bench.board.openStream(customer.id);
    stream.write(sine([800], 8_000));
    bench.run(300);
    expect(customer.hears()).toEqual([800]);
    stream.close();
    bench.run(300);
    expect(customer.hears()).toEqual([900]);

    const second = bench.board.openStream(customer.id);
    bench.board.bridge(customer.id, agent.id);
    second.close();
    bench.run(300);
    expect(customer.hears()).toEqual([900]);
    expect(bench.ticking()).toBe(false);
  });

  test('of two streams the newer is heard, both hear; closed in whatever order, the bridge comes back', () => {
    const { customer } = aCall();
    const first = bench.board.openStream(customer.id);
    const second = bench.board.openStream(customer.id);
    let frames = 0;
    first.onFrame(() => frames++);
    first.write(sine([700], 8_000));
    second.write(sine([1_100], 8_000));
    bench.run(300);
    expect(customer.hears()).toEqual([1_100]);
    expect(frames).toBe(15);
    first.close();
    bench.run(100);
    expect(customer.hears()).toEqual([1_100]);
    second.close();
    bench.run(300);
    expect(customer.hears()).toEqual([900]);
    expect(bench.ticking()).toBe(false);
  });

  test('a stream ends with its leg: nothing more is heard or said', () => {
    const customer = bench.leg('customer', 500);
    const stream = bench.board.openStream(customer.id);
    let frames = 0;
    stream.onFrame(() => frames++);
    bench.run(100);
    bench.board.remove(customer.id);
    const before = frames;
    stream.write(new Int16Array(160));
    stream.close();
    bench.run(100);
    expect(frames).toBe(before);
  });
});

describe('recordings', () => {
  test('[CALL-25] left is what the leg says, right what it hears, through hold and another partner', async () => {
    const { customer, agent } = aCall();
    bench.board.record(customer.id, 'call');
    bench.run(1_000);
    bench.board.hold(customer.id, tone(600, 1_000));
    bench.run(1_000);
    const other = bench.leg('other', 1_300);
    bench.board.bridge(customer.id, other.id);
    bench.board.remove(agent.id);
    bench.run(1_000);
    bench.board.remove(customer.id);
    const { left, right } = await recording('call');
    const part = (side: Int16Array, fromMs: number, toMs: number) => tonesIn(side.subarray(fromMs * 8, toMs * 8));
    expect(left.length).toBe(3 * SAMPLE_RATE);
    expect(part(left, 200, 2_900)).toEqual([500]);
    expect(part(right, 200, 900)).toEqual([900]);
    expect(part(right, 1_200, 1_900)).toEqual([600]);
    expect(part(right, 2_200, 2_900)).toEqual([1_300]);
    expect(bench.events.find((event) => event.type === 'recorded')).toEqual({
      type: 'recorded',
      leg: customer.id,
      recordingId: 'call',
      path: join(folder, 'call.wav'),
      durationMs: 3_000,
      bytes: HEADER_BYTES + 3 * SAMPLE_RATE * 2,
    });
  });

  test('[CALL-25] silence has its length: who says nothing for a second is silent for a second', async () => {
    const { customer } = aCall();
    bench.board.record(customer.id, 'call');
    bench.run(500);
    customer.says = null;
    bench.run(1_000);
    customer.says = 500;
    bench.run(500);
    bench.board.stopRecording('call');
    const { left } = await recording('call');
    expect(left.length).toBe(2 * SAMPLE_RATE);
    expect(tonesIn(left.subarray(700 * 8, 1_400 * 8))).toEqual([]);
    expect(tonesIn(left.subarray(1_700 * 8, 1_980 * 8))).toEqual([500]);
  });

  test('[CALL-25] a recording in progress is already on the disk, a second behind', async () => {
    const { customer } = aCall();
    bench.board.record(customer.id, 'call');
    bench.run(2_500);
    await expect.poll(() => readFileSync(join(folder, 'call.wav')).length).toBe(HEADER_BYTES + 2 * SAMPLE_RATE * 2);
  });

  test('[CALL-25] a recording that cannot be written does not disturb the call', async () => {
    const { customer } = aCall();
    expect(() => bench.board.record(customer.id, '../elsewhere')).toThrow();
    bench.run(200);
    expect(customer.hears()).toEqual([900]);
  });
});

/** Waits for the recording's end and reads both sides. */
async function recording(recordingId: string): Promise<{ left: Int16Array; right: Int16Array }> {
  await expect.poll(() => bench.events.some((event) => event.type === 'recorded' && event.recordingId === recordingId)).toBe(true);
  const samples = decodeUlaw(readFileSync(join(folder, `${recordingId}.wav`)).subarray(HEADER_BYTES));
  return { left: samples.filter((_, at) => at % 2 === 0), right: samples.filter((_, at) => at % 2 === 1) };
}

const tones = ({ left, right }: { left: Int16Array; right: Int16Array }) => ({ left: tonesIn(left.subarray(-6_400)), right: tonesIn(right.subarray(-6_400)) });
