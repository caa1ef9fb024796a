import { describe, expect } from 'vitest';
import { tonesIn } from '../tone-detector.ts';
import { stereoOf } from './recording-reader.fixture.ts';
import type { OnStage, Party, SuiteStage } from './suite-stage.fixture.ts';
import { AGENT, COLLEAGUE, CUSTOMER, MUSIC, music, SUPERVISOR } from './suite-tones.fixture.ts';

interface Three {
  agent: Party;
  colleague: Party;
  customer: Party;
  /** Everybody hears the two others. */
  areTogether(): Promise<void>;
}

const inOrder = (...tones: number[]): number[] => tones.sort((a, b) => a - b);

/** A customer, an agent and a colleague in one conversation. */
async function three(stage: SuiteStage): Promise<Three> {
  const agent = await stage.talkingAt(await stage.exchange.phone('1001'), AGENT);
  const colleague = await stage.talkingAt(await stage.exchange.phone('1002'), COLLEAGUE);
  const customer = await stage.talkingOutside(CUSTOMER);
  const areTogether = async (): Promise<void> => {
    await stage.hears(agent.call, inOrder(COLLEAGUE, CUSTOMER));
    await stage.hears(colleague.call, inOrder(AGENT, CUSTOMER));
    await stage.hears(customer.call, inOrder(AGENT, COLLEAGUE));
  };
  await stage.exchange.telephony.bridge(customer.leg, agent.leg, colleague.leg);
  await areTogether();
  return { agent, colleague, customer, areTogether };
}

/** Three in one conversation. */
export function conferenceSuite(onStage: OnStage): void {
  describe('three in one conversation', () => {
    onStage('[CALL-22] each of the three hears the two others; a key of one reaches both', async (stage) => {
      const { agent, colleague, customer } = await three(stage);
      await agent.call.key('7');
      await stage.until('both get it', () => colleague.call.keys() === '7' && customer.call.keys() === '7');
    });

    onStage(
      '[CALL-22] one on hold hears music and the two others go on, until they are joined again',
      async (stage) => {
        const { agent, colleague, customer, areTogether } = await three(stage);
        const { telephony } = stage.exchange;
        for (const [held, one, other] of [
          [customer, agent, colleague],
          [colleague, agent, customer],
        ] as const) {
          await telephony.hold(held.leg, music);
          await stage.hears(held.call, [MUSIC]);
          await stage.hears(one.call, [other === colleague ? COLLEAGUE : CUSTOMER]);
          await stage.hears(other.call, [AGENT]);
          await telephony.bridge(customer.leg, agent.leg, colleague.leg);
          await areTogether();
        }
      },
    );

    onStage('[CALL-22] who is muted is heard by neither, hears both, and can be let speak again', async (stage) => {
      const { agent, colleague, customer, areTogether } = await three(stage);
      const { telephony } = stage.exchange;
      await telephony.mute(customer.leg, true);
      await stage.hears(agent.call, [COLLEAGUE]);
      await stage.hears(colleague.call, [AGENT]);
      await stage.hears(customer.call, inOrder(AGENT, COLLEAGUE));
      await telephony.mute(customer.leg, false);
      await areTogether();
      await telephony.mute(colleague.leg, true);
      await stage.hears(customer.call, [AGENT]);
      await stage.hears(agent.call, [CUSTOMER]);
      // Of two, and wherever they are joined next.
      await telephony.bridge(colleague.leg, agent.leg);
      await stage.hears(agent.call, []);
      await stage.hears(colleague.call, [AGENT]);
      await telephony.mute(colleague.leg, false);
      await stage.hears(agent.call, [COLLEAGUE]);
    });

    for (const gone of ['agent', 'colleague', 'customer'] as const)
      onStage(`[CALL-22] when the ${gone} hangs up the two others go on`, async (stage) => {
        const all = await three(stage);
        const tones = { agent: AGENT, colleague: COLLEAGUE, customer: CUSTOMER };
        const left = (['agent', 'colleague', 'customer'] as const).filter((one) => one !== gone);
        await all[gone].call.hangUp();
        await stage.ended(all[gone].leg);
        await stage.hears(all[left[0]!].call, [tones[left[1]!]]);
        await stage.hears(all[left[1]!].call, [tones[left[0]!]]);
      });

    onStage('[CALL-22] one of them is told to go, and one who is gone is not waited for', async (stage) => {
      const { agent, colleague, customer } = await three(stage);
      const { telephony } = stage.exchange;
      await telephony.hangUp(colleague.leg);
      await stage.ended(colleague.leg);
      await stage.until('their phone is free', () => colleague.call.at() === 'over');
      await telephony.bridge(customer.leg, agent.leg, colleague.leg);
      await stage.hears(agent.call, [CUSTOMER]);
      await stage.hears(customer.call, [AGENT]);
    });

    onStage('[CALL-25] the recording of the customer has both voices on the right', async (stage) => {
      const { customer } = await three(stage);
      const { telephony } = stage.exchange;
      await telephony.record(customer.leg, 'r-three');
      await stage.exchange.pass(700);
      await telephony.stopRecording('r-three');
      const { path } = await stage.saw('recorded', customer.leg);
      const { left, right } = stereoOf(await stage.exchange.read(path));
      const lastOf = (side: Int16Array): number[] => tonesIn(side.subarray(Math.max(0, side.length - 3_200)));
      expect([lastOf(left), lastOf(right)]).toEqual([[CUSTOMER], inOrder(AGENT, COLLEAGUE)]);
    });

    onStage('[CALL-09] a supervisor of the agent hears all three, and a barge reaches all three', async (stage) => {
      const { agent, colleague, customer } = await three(stage);
      const { telephony } = stage.exchange;
      const supervisor = await stage.talkingAt(await stage.exchange.phone('1003'), SUPERVISOR);
      await telephony.monitor(supervisor.leg, agent.leg, 'listen');
      await stage.hears(supervisor.call, inOrder(AGENT, COLLEAGUE, CUSTOMER));
      await telephony.monitor(supervisor.leg, agent.leg, 'barge');
      await stage.hears(customer.call, inOrder(AGENT, COLLEAGUE, SUPERVISOR));
      await stage.hears(colleague.call, inOrder(AGENT, SUPERVISOR, CUSTOMER));
    });
  });
}
