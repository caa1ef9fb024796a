import { SUPPORT } from '#test/journeys/arrange.ts';
import { forCarriers, hearsTone, isAt, openCarrierStage, until, type CarrierStage } from './carrier-stage.ts';
import type { InteropCase } from './case.ts';
import { expectThat, openChecks } from './checks.ts';
import { freePort } from './product.ts';
import { playSipp, sippLacks, sippVersion, stopSipp } from './sipp.ts';
import { answeringCallee, holdingCaller, ringsAndFails, sameMomentCallee, tooLateCallee } from './sipp-scenarios.ts';
import { sessionsKept } from './sipp-sessions.ts';

const NUMBER = '+525510000100';
const SAYS_HZ = 600;
/** Half a second of it is no gap of the network. */
const SILENCE_LOOKS = 10;

let us = { address: '', port: 0 };

/** SIPp as a carrier with habits: holds us, answers into our CANCEL, hangs up when we do, rings and fails, forgets calls. */
export const sippCase: InteropCase = {
  name: 'sipp',

  lacks: async () => sippLacks(),

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
    const callerPort = await freePort();
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
      await checks.check('the next gateway is taken when the first rings and then fails', () => secondGateway(stage));
      await checks.check('sessions are renewed by us and by them, and a forgotten one is ended', () => {
        let next = sipp.mediaPort;
        const play = (scenario: string, calls?: Parameters<typeof playSipp>[0]['calls']) => {
          next += 40;
          const own = calls ? { ...at, port: callerPort } : at;
          return playSipp({ at: own, mediaPort: next, scenario, patienceMs: 180_000, ...(calls && { calls }) });
        };
        return sessionsKept({ stage, us, number: NUMBER, play });
      });
    } finally {
      await stage.leave();
    }
    return checks.end(sippVersion());
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
  await until('180', () => call.provisionalStatuses().includes(180));
  return call;
}

async function answered(stage: CarrierStage) {
  const call = stage.dial(stage.ana, 'sipp', NUMBER);
  await isAt(call, 'talking');
  return call;
}

const nothingLeft = (stage: CarrierStage): Promise<void> =>
  stage.isState('sipp', 'without calls', ({ calls }) => calls.outgoing + calls.incoming === 0);

async function secondGateway(stage: CarrierStage): Promise<string> {
  const first = { at: { address: '127.0.0.33', port: await freePort() }, mediaPort: 32_200 };
  const second = { at: { address: '127.0.0.34', port: await freePort() }, mediaPort: 32_240 };
  const gateways = [first, second].map(({ at: { address: host, port } }) => ({
    host,
    port,
    transport: 'udp' as const,
  }));
  await stage.addTrunk('two', { gateways, healthSec: null });
  const failing = playSipp({ ...first, scenario: ringsAndFails });
  const answering = playSipp({ ...second, scenario: answeringCallee });
  const call = stage.dial(stage.ana, 'two', NUMBER);
  await until('180', () => call.provisionalStatuses().includes(180));
  await isAt(call, 'talking');
  await failing.ended;
  call.speak(SAYS_HZ);
  await hearsTone(call, SAYS_HZ);
  await call.hangUp();
  await answering.ended;
  return `180 and 503 by the first, ${SAYS_HZ} Hz heard back from the second`;
}
