import { numberThat, OURS, trunkTo, type CarrierScene } from './carrier-scene.ts';
import { hearsTone, isAt, until } from './carrier-stage.ts';
import { expectThat } from './checks.ts';
import { openLossyWire } from './lossy-wire.ts';

const LOST_SHARE = 0.2;
const CALLS_OUT = 20;
const CALLS_IN = 10;
const SAYS_HZ = 600;
/** What is lost is said again after half a second, one, two and four. */
const PATIENCE_MS = 30_000;

/** A network that loses one message in five, each way: it takes longer, and nothing else changes. */
export async function lossChecks(scene: CarrierScene): Promise<void> {
  const { stage, carrier, checks, plan, us } = scene;
  const { address } = plan.lines.find(({ name }) => name === 'lossy')!;
  const wire = await openLossyWire(us, { address, port: plan.port }, LOST_SHARE);
  const lossy = `with ${LOST_SHARE * 100} % of messages lost each way`;
  const nothingLeft = async (): Promise<void> => {
    await until('no channel at the carrier', async () => (await carrier.channels()) === 0, 2 * PATIENCE_MS);
    await stage.isState('lossy', 'without calls', ({ calls }) => calls.incoming + calls.outgoing === 0, PATIENCE_MS);
  };
  try {
    await checks.check(`${lossy} it registers`, async () => {
      const gateway = { host: address, port: wire.front.port, transport: 'udp' as const };
      await stage.addTrunk('lossy', { ...trunkTo(scene, 'lossy'), gateways: [gateway] });
      await stage.isState('lossy', 'registered', ({ registration }) => registration.at === 'registered', PATIENCE_MS);
    });
    await checks.check(`${lossy} ${CALLS_OUT} calls out are answered, heard and ended`, async () => {
      const tookMs: number[] = [];
      const refused: (number | null)[] = [];
      for (let n = 0; n < CALLS_OUT; n++) {
        const sinceMs = Date.now();
        const call = stage.dial(stage.ana, 'lossy', numberThat('echoes'));
        await until('an answer', () => call.at() !== 'calling', PATIENCE_MS);
        if (call.at() === 'over') refused.push(call.status());
        else {
          tookMs.push(Date.now() - sinceMs);
          call.speak(SAYS_HZ);
          await hearsTone(call, SAYS_HZ);
        }
        await stage.quiet();
      }
      await nothingLeft();
      const { carried, lost } = wire.counts;
      expectThat(refused.length === 0, `no call refused, not ${JSON.stringify(refused)}; answered after ${tookMs}`);
      return `answered after ${spreadText(tookMs)}; ${lost} of ${carried + lost} messages lost`;
    });
    await checks.check(`${lossy} ${CALLS_IN} calls in are answered, heard and ended`, async () => {
      const tookMs: number[] = [];
      for (let n = 0; n < CALLS_IN; n++) {
        const had = stage.ana.phone.calls.length;
        const sinceMs = Date.now();
        await carrier.call('lossy', OURS, wire.back, 'echo');
        const call = await until('a call that rings', () => stage.ana.phone.calls[had], PATIENCE_MS);
        tookMs.push(Date.now() - sinceMs);
        await call.answer();
        await isAt(call, 'talking', PATIENCE_MS);
        call.speak(SAYS_HZ);
        await hearsTone(call, SAYS_HZ);
        await stage.quiet();
        await nothingLeft();
      }
      return `rang after ${spreadText(tookMs)}`;
    });
  } finally {
    await stage.changeTrunk('lossy', { enabled: false }).catch(() => {});
    wire.close();
  }
}

function spreadText(ms: readonly number[]): string {
  const inOrder = ms.toSorted((a, b) => a - b);
  return `${inOrder[Math.floor(inOrder.length / 2)]} ms in the middle, ${inOrder.at(-1)} ms at most`;
}
