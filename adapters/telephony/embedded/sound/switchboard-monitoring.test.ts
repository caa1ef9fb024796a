import { describe, expect, test } from 'vitest';
import { benchOfEach, tone, tonesOf } from './switchboard.fixture.ts';

const { bench, aCall, recording } = benchOfEach();

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

  test("[CALL-09] a whisper is in the agent's ear, not in the customer's and not in the recording", async () => {
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
    expect(tonesOf(await recording('of-the-customer'))).toEqual({ left: [500], right: [900] });
    expect(tonesOf(await recording('of-the-agent'))).toEqual({ left: [900], right: [500] });
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
    expect(tonesOf(await recording('barged'))).toEqual({ left: [500], right: [900, 1_700] });
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

  test("[CALL-09] two supervisors: each hears the call, the agent both whispers, neither the other's whisper", () => {
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
