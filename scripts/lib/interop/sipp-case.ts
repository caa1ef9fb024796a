import { SUPPORT } from '#test/journeys/arrange.ts';
import { forCarriers, hearsTone, isAt, openCarrierStage, until, type CarrierStage } from './carrier-stage.ts';
import type { InteropCase } from './case.ts';
import { expectThat, openChecks } from './checks.ts';
import { freePort } from './product.ts';
import { hasSipp, playSipp, stopSipp } from './sipp.ts';
import { holdingCaller, sameMomentCallee, tooLateCallee } from './sipp-scenarios.ts';

const NUMBER = '+525510000100';
const SAYS_HZ = 600;
/** Half a second of it is no gap of the network. */
const SILENCE_LOOKS = 10;

let us = { address: '', port: 0 };

/** SIPp as a carrier with habits: holds us, answers into our CANCEL, hangs up when we do. */
export const sippCase: InteropCase = {
  name: 'sipp',

  lacks: async () => (hasSipp() ? null : 'It needs SIPp: apt-get install --no-install-recommends sip-tester'),

  async env() {
    const arranged = await forCarriers();
    us = arranged.us;
    return arranged.env;
  },

  async play(product) {
    const stage = await openCarrierStage(product);
    const checks = openChecks('sipp', async () => {
      stopSipp();
      await stage.quiet();
    });
    const at = { address: '127.0.0.31', port: await freePort() };
    const sipp = { at, mediaPort: 32_000 };
    try {
      const gateway = { host: at.address, port: at.port, transport: 'udp' } as const;
      await stage.addTrunk('sipp', { gateways: [gateway], healthSec: null });
      for (const how of ['direction', 'address'] as const)
        await checks.check(`a caller holds us by ${how}, and takes us back`, async () => {
          const scenario = holdingCaller(how);
          const { ended } = playSipp({ ...sipp, scenario, calls: { ...us, number: `+${SUPPORT}` } });
          await held(stage);
          await ended;
        });
      await checks.check('an answer that meets our CANCEL is acknowledged and hung up', async () => {
        const { ended } = playSipp({ ...sipp, scenario: tooLateCallee });
        const call = await rings(stage);
        await call.hangUp();
        await ended;
        await nothingLeft(stage);
        const { cause } = await stage.record(NUMBER);
        return `record: ${cause}`;
      });
      await checks.check('two who hang up in one moment leave nothing', async () => {
        const { ended } = playSipp({ ...sipp, scenario: sameMomentCallee });
        const call = await answered(stage);
        await call.hangUp();
        await ended;
        await nothingLeft(stage);
      });
    } finally {
      await stage.leave();
    }
    return checks.end();
  },
};

/** The agent hears the own tone back, then nothing for a while, then the tone again. */
async function held({ ana }: CarrierStage): Promise<void> {
  const had = ana.phone.calls.length;
  const call = await until('a call that rings', () => ana.phone.calls[had]);
  await call.answer();
  call.speak(SAYS_HZ);
  await hearsTone(call, SAYS_HZ);
  let silent = 0;
  await until('silence while we are held', async () => {
    silent = (await call.hears()).includes(SAYS_HZ) ? 0 : silent + 1;
    return silent >= SILENCE_LOOKS;
  });
  expectThat(call.at() === 'talking', `a call that is held, not ${call.at()}`);
  await hearsTone(call, SAYS_HZ);
  await isAt(call, 'over');
}

async function rings(stage: CarrierStage) {
  // Who is called may still be opening its port: the request is repeated.
  const call = stage.dial(stage.ana, 'sipp', NUMBER);
  await until('180', () => call.told().includes(180));
  return call;
}

async function answered(stage: CarrierStage) {
  const call = stage.dial(stage.ana, 'sipp', NUMBER);
  await isAt(call, 'talking');
  return call;
}

const nothingLeft = (stage: CarrierStage): Promise<void> =>
  stage.isState('sipp', 'without calls', ({ calls }) => calls.outgoing + calls.incoming === 0);
