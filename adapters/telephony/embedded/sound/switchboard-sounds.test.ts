import { describe, expect, test } from 'vitest';
import { FRAME_SAMPLES, SAMPLE_RATE } from '#core/telephony/sound.ts';
import { sine, tonesIn } from '#core/telephony/tone-detector.ts';
import { decodeUlaw } from '#core/telephony/g711.ts';
import { benchOfEach, music, tone } from './switchboard.fixture.ts';
import type { TestEnd } from './sound-bench.fixture.ts';

const { bench, aCall } = benchOfEach();

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
    [
      'bridged away',
      (call: { customer: TestEnd; agent: TestEnd }) => bench.board.bridge(call.customer.id, call.agent.id),
    ],
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
    expect(
      Math.max(...heard.map((sample, at) => Math.abs(sample - expected[at]!) / (expected[at]! + 500))),
    ).toBeLessThan(0.05);
    expect(bench.events).toEqual([]);
  });

  test('prompts, tones and silence follow one another without a gap', () => {
    const customer = bench.leg('customer');
    bench.board.play(
      customer.id,
      { sequence: [tone(600, 200), { tones: [{ hz: [], ms: 100 }] }, tone(1_200, 200)] },
      { playId: 'p', loop: false },
    );
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
    expect(() =>
      bench.board.play(customer.id, { prompt: 'no.such', language: 'zh-CN' }, { playId: 'p', loop: false }),
    ).toThrow('There is no prompt "no.such" in zh-CN or en-US.');
    bench.run(300);
    expect(customer.hears()).toEqual([900]);
  });

  test('a listener that plays the next sound at the end of one is heard without a pause', () => {
    const customer = bench.leg('customer');
    bench.board.onEvent((event) => {
      if (event.type === 'played' && event.playId === 'first')
        bench.board.play(customer.id, tone(1_100, 400), { playId: 'second', loop: false });
    });
    bench.board.play(customer.id, tone(700, 400), { playId: 'first', loop: false });
    bench.run(800);
    expect(customer.heardFrames.length).toBe(40);
    expect(customer.hears()).toEqual([1_100]);
  });
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
