import { setTimeout as pause } from 'node:timers/promises';
import { people } from '#test/journeys/api.ts';
import { packetsAt, soundAt } from './channel-stats.ts';
import { nobodyTalks, numberThat, OURS, type CarrierScene } from './carrier-scene.ts';
import { hearsTone, isAt, until } from './carrier-stage.ts';
import { expectThat } from './checks.ts';

const SAYS_HZ = 600;
const MANY = 50;
/** Two of the three seconds that are waited. */
const LEAST_PACKETS = 100;
/** A session of 90 s is confirmed half way. */
const CONFIRMED_MS = 70_000;
const NOBODYS = '+525599999999';
const CHANGES_OF_MIND_MS = [0, 0, 5, 10, 20, 30, 50, 80, 150, 300];
const LINES = [
  ['md5', 'UDP, from the registrar'],
  ['alaw', 'PCMA, from a known address'],
  ['slow', 'packets of 30 ms'],
  ['tcp', 'TCP'],
  ['tls', 'the TLS connection we registered over, with SRTP'],
] as const;

/** Somebody outside calls the support group. */
export async function callInChecks(scene: CarrierScene): Promise<void> {
  const { stage, carrier, checks } = scene;
  for (const [name, what] of LINES)
    await checks.check(`a call comes in over ${what}: an agent answers, sound both ways`, async () => {
      const call = await ringAna(scene, name, 'echo');
      await call.answer();
      call.speak(SAYS_HZ);
      await hearsTone(call, SAYS_HZ);
      const sound = await soundAt(carrier, name);
      await call.hangUp();
      await nobodyTalks(carrier);
      return `${SAYS_HZ} Hz heard back, ${sound}`;
    });
  await checks.check('a caller presses keys, and hangs up', async () => {
    const call = await ringAna(scene, 'md5', 'keys');
    await call.answer();
    await until('159 at the agent', () => call.keys().endsWith('159'));
    await carrier.hangUpAll();
    await isAt(call, 'over');
  });
  await checks.check('a caller who gives up while it rings leaves nothing', async () => {
    const call = await ringAna(scene, 'alaw', 'echo');
    await carrier.hangUpAll();
    await isAt(call, 'over');
    await stage.isState('alaw', 'without calls', ({ calls }) => calls.incoming === 0);
  });
}

/** Whom nobody takes, and who does not wait for it. */
export async function unansweredCallChecks({ stage, carrier, checks, us }: CarrierScene): Promise<void> {
  await checks.check('a number that is nobody’s is refused', async () => {
    const before = carrier.messages().length;
    await carrier.call('md5', NOBODYS, us, 'echo');
    const { text } = await until('a refusal at the carrier', () =>
      carrier
        .messages()
        .slice(before)
        .find((message) => message.isOurs && /^SIP\/2\.0 [3-6]/.test(message.text)),
    );
    expectThat(text.startsWith('SIP/2.0 404'), `404, not ${text.split('\n')[0]}`);
  });
  await checks.check('callers give up at any moment, and nothing is left', async () => {
    for (const waitMs of CHANGES_OF_MIND_MS) {
      await carrier.call('alaw', OURS, us, 'echo');
      await pause(waitMs);
      await carrier.hangUpAll();
    }
    await nobodyTalks(carrier);
    await stage.isState('alaw', 'without calls', ({ calls }) => calls.incoming === 0);
    return `${CHANGES_OF_MIND_MS.length} calls`;
  });
}

async function ringAna({ stage: { ana }, carrier, us }: CarrierScene, name: string, extension: string) {
  const had = ana.phone.calls.length;
  const to = name === 'tls' ? { ...us, port: await connectedPort(carrier) } : us;
  const transport = name === 'tls' || name === 'tcp' ? { transport: name } : {};
  await carrier.call(name, OURS, { ...to, ...transport }, extension);
  return until('a call that rings', () => ana.phone.calls[had]);
}

/** Where the connection comes from over which we registered. */
async function connectedPort(carrier: CarrierScene['carrier']): Promise<number> {
  const contacts = await carrier.command('pjsip show contacts');
  const port = /tls\/sip:[^@\s]+@[\d.]+:(\d+)/.exec(contacts)?.[1];
  expectThat(port !== undefined, `a contact over TLS: ${contacts}`);
  return Number(port);
}

/** Calls that last, and many of them. The seats are fuller afterwards. */
export async function lastingCallChecks({ stage, carrier, checks, us }: CarrierScene): Promise<void> {
  await checks.check(`${MANY} calls come in at once`, async () => {
    const sinceMs = Date.now();
    await Promise.all(Array.from({ length: MANY }, () => carrier.call('many', OURS, us, 'hum')));
    await stage.isState('many', `with ${MANY} calls`, ({ calls }) => calls.incoming === MANY);
    await until(`${MANY} answered at the carrier`, async () => (await carrier.channels()) >= MANY);
    const tookMs = Date.now() - sinceMs;
    await pause(3_000);
    const { state } = await stage.trunk('many');
    expectThat(state.calls.incoming === MANY, `${MANY} calls that last, not ${state.calls.incoming}`);
    const stats = await packetsAt(carrier, 'many');
    const fewest = Math.min(...stats.map(({ received }) => received));
    const lost = stats.reduce((sum, each) => sum + each.lost, 0);
    expectThat(stats.length === MANY && fewest > LEAST_PACKETS, `music for all: ${JSON.stringify(stats)}`);
    await carrier.hangUpAll();
    await stage.isState('many', 'without calls', ({ calls }) => calls.incoming === 0);
    return `${MANY} within ${tookMs} ms, music of ${fewest} packets or more for each, ${lost} lost, none left`;
  });
  await checks.check('calls out and in are confirmed before their time is over', async () => {
    const out = stage.dial(stage.ana, 'timed', numberThat('echoes'));
    await isAt(out, 'talking');
    const budi = await stage.seat(people.budi);
    await carrier.call('timed', OURS, us, 'echo');
    const comesIn = await until('a call that rings', () => budi.phone.calls[0]);
    await comesIn.answer();
    await isAt(comesIn, 'talking');
    const before = carrier.messages().length;
    const confirmed = await until(
      'both calls to be confirmed',
      async () => {
        // What the carrier wrote down is long by now.
        await pause(1_000);
        const again = carrier
          .messages()
          .slice(before)
          .filter(({ text }) => /^(INVITE|UPDATE) /.test(text) && /^To:.*;tag=/im.test(text));
        return new Set(again.map(({ text }) => /^Call-ID:\s*(\S+)/im.exec(text)?.[1])).size === 2 && again;
      },
      CONFIRMED_MS,
    );
    for (const call of [out, comesIn]) {
      call.speak(SAYS_HZ);
      await hearsTone(call, SAYS_HZ);
    }
    return confirmed.map(({ isOurs, text }) => `${text.split(' ')[0]} by ${isOurs ? 'us' : 'them'}`).join(', ');
  });
}
