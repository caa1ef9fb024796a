import { setTimeout as pause } from 'node:timers/promises';
import { soundAt } from './channel-stats.ts';
import { nobodyTalks, numberThat, type CarrierScene } from './carrier-scene.ts';
import { hearsTone, isAt, until } from './carrier-stage.ts';
import { expectThat } from './checks.ts';

const SAYS_HZ = 600;
const LINES = [
  ['md5', 'UDP with an account'],
  ['sha256', 'UDP with SHA-256'],
  ['alaw', 'PCMA'],
  ['slow', 'packets of 30 ms and reliable answers'],
  ['timed', 'sessions of 90 s'],
  ['tcp', 'TCP'],
  ['tls', 'TLS and SRTP'],
] as const;
const REFUSALS = [
  [486, 'busy'],
  [603, 'rejected'],
  [404, 'unreachable'],
  [503, 'unreachable'],
  [480, 'unreachable'],
] as const;
/** From before the first answer to after the call was taken, which is after a second. */
const CHANGES_OF_MIND_MS = [0, 5, 20, 40, 80, 200, 990, 1_000, 1_010, 1_050];

/** An agent calls somebody outside. */
export async function callOutChecks(scene: CarrierScene): Promise<void> {
  await answered(scene);
  await refused(scene);
  await givenUp(scene);
  await keysOut(scene);
}

async function answered({ stage, carrier, checks }: CarrierScene): Promise<void> {
  const { ana } = stage;
  for (const [name, what] of LINES)
    await checks.check(`a call goes out over ${what}, with sound both ways`, async () => {
      const number = numberThat('echoes');
      const call = stage.dial(ana, name, number);
      await isAt(call, 'talking');
      call.speak(SAYS_HZ);
      await hearsTone(call, SAYS_HZ);
      const sound = await soundAt(carrier, name);
      await call.hangUp();
      await nobodyTalks(carrier);
      const { cause, answerTime, endedBy } = await stage.record(number);
      expectThat(answerTime !== null && endedBy === 'agent', `a call the agent ended, not ${cause}`);
      return `${SAYS_HZ} Hz heard back, ${sound}, record: ${cause}`;
    });
  await checks.check('the number shown is what the carrier reads', async () => {
    const before = carrier.messages().length;
    const call = stage.dial(ana, 'alaw', numberThat('echoes'));
    await isAt(call, 'talking');
    const { text: invite } = await until('an INVITE at the carrier', () =>
      carrier
        .messages()
        .slice(before)
        .find(({ text }) => text.startsWith('INVITE ')),
    );
    const shown = /^From:.*<sip:(\+\d+)@/im.exec(invite)?.[1];
    const vouched = /^P-Asserted-Identity:.*<sip:(\+\d+)@/im.exec(invite)?.[1];
    expectThat(shown !== undefined && shown === vouched, `one number in From and P-Asserted-Identity: ${invite}`);
    return shown;
  });
  await checks.check('sound before the answer is heard', async () => {
    const call = stage.dial(ana, 'md5', numberThat('speaksEarly'));
    await hearsTone(call, 400);
    expectThat(call.at() === 'calling', `a call nobody answered yet, not ${call.at()}`);
    await isAt(call, 'talking');
    await hearsTone(call, 1_000);
  });
  await checks.check('the next gateway is taken when the first is silent', async () => {
    const sinceMs = Date.now();
    const call = stage.dial(ana, 'second', numberThat('echoes'));
    await isAt(call, 'talking');
    const tookMs = Date.now() - sinceMs;
    call.speak(SAYS_HZ);
    await hearsTone(call, SAYS_HZ);
    await call.hangUp();
    await isAt(call, 'over');
    const againMs = Date.now();
    await isAt(stage.dial(ana, 'second', numberThat('echoes')), 'talking');
    return `answered after ${tookMs} ms, the next call after ${Date.now() - againMs} ms`;
  });
}

async function refused({ stage, checks }: CarrierScene): Promise<void> {
  for (const [status, cause] of REFUSALS)
    await checks.check(`a refusal with ${status} is told and written down`, async () => {
      const number = numberThat(status);
      const call = stage.dial(stage.ana, 'md5', number);
      await isAt(call, 'over');
      const found = await stage.record(number);
      expectThat(found.sipStatus === status, `${status} in the record, not ${found.sipStatus}`);
      expectThat(found.cause === cause, `the cause ${cause}, not ${found.cause}`);
      return `phone ${call.status()}, record ${found.sipStatus} ${found.cause} “${found.statusName}”`;
    });
  await checks.check('somebody outside hangs up with a cause', async () => {
    const call = stage.dial(stage.ana, 'md5', numberThat('hangsUp'));
    await isAt(call, 'talking');
    await isAt(call, 'over');
    const { cause, endedBy } = await stage.record(numberThat('hangsUp'));
    expectThat(endedBy === 'customer', `a call the customer ended, not ${endedBy}`);
    return `record: ${cause}`;
  });
}

async function givenUp({ stage, carrier, checks }: CarrierScene): Promise<void> {
  await checks.check('an agent gives up while it rings', async () => {
    const call = stage.dial(stage.ana, 'md5', numberThat('rings'));
    await until('180', () => call.provisionalStatuses().includes(180));
    await call.hangUp();
    await nobodyTalks(carrier);
    const { cause } = await stage.record(numberThat('rings'));
    expectThat(cause === 'cancelled', `cancelled, not ${cause}`);
  });
  await checks.check('an agent gives up at any moment, and nothing is left', async () => {
    for (const waitMs of CHANGES_OF_MIND_MS) {
      const call = stage.dial(stage.ana, 'tcp', numberThat('ringsThenEchoes'));
      await pause(waitMs);
      await call.hangUp();
      await isAt(call, 'over');
    }
    await nobodyTalks(carrier);
    await stage.isState('tcp', 'without calls', ({ calls }) => calls.outgoing === 0);
    return `${CHANGES_OF_MIND_MS.length} calls, after ${CHANGES_OF_MIND_MS.join(', ')} ms`;
  });
}

async function keysOut({ stage, carrier, checks }: CarrierScene): Promise<void> {
  for (const [name, keys] of [
    ['md5', '7314'],
    ['tls', '5502'],
  ] as const)
    await checks.check(`keys are pressed both ways over ${name}`, async () => {
      const call = stage.dial(stage.ana, name, numberThat('takesKeys'));
      await isAt(call, 'talking');
      await pause(500);
      for (const key of keys) {
        await call.key(key);
        await pause(250);
      }
      await until(`${keys} at the carrier`, () => carrier.log().includes(`pressed ${keys}`));
      await until(`${keys} back`, () => call.keys().endsWith(keys));
      return keys;
    });
}
