import { setTimeout as pause } from 'node:timers/promises';
import type { SipTrunkFields } from '#features/voice/trunks/contract.ts';
import { SUPPORT } from '#test/journeys/arrange.ts';
import type { CarrierPlan } from './asterisk-files.ts';
import type { Asterisk } from './asterisk.ts';
import { expectThat, hearsTone, isAt, until, type CarrierStage, type Checks } from './carrier-stage.ts';

export interface CarrierScene {
  stage: CarrierStage;
  carrier: Asterisk;
  plan: CarrierPlan;
  checks: Checks;
  password: string;
  /** Where the product is for carriers. */
  us: { address: string; port: number };
}

const CALLED = '+5255100001';
const MANY = 50;
const REFUSALS = [
  [486, 'busy'],
  [603, 'declined'],
  [404, 'unreachable'],
  [503, 'unreachable'],
  [480, 'unreachable'],
] as const;

/** A trunk to a line of the carrier's: by its account where it has one, else by a header. */
function trunkTo({ plan, password }: CarrierScene, name: string): Partial<SipTrunkFields> {
  const line = plan.lines.find((each) => each.name === name)!;
  const transport = line.transport ?? 'udp';
  const gateway =
    transport === 'tls'
      ? { host: 'localhost', port: plan.tlsPort, transport }
      : { host: line.address, port: plan.port, transport };
  return {
    gateways: [gateway],
    healthSec: null,
    ...(line.account && { account: { user: name, authUser: '', password }, register: { seconds: 60 } }),
    ...(transport === 'tls' && { security: 'sdes' as const }),
    headers: [{ name: 'X-Line', value: name, isSecret: false }],
  };
}

export async function registrations(scene: CarrierScene): Promise<void> {
  const { stage, carrier, checks, plan } = scene;
  for (const [name, what] of [
    ['md5', 'registers over UDP with MD5'],
    ['sha256', 'registers over UDP with SHA-256'],
    ['tls', 'registers over TLS'],
  ] as const)
    await checks.check(what, async () => {
      await stage.addTrunk(name, trunkTo(scene, name));
      await stage.isState(name, 'registered', ({ registration }) => registration.at === 'registered');
      const contacts = await carrier.command('pjsip show contacts');
      expectThat(contacts.includes(`${name}/sip:`), `a contact of ${name} at the carrier, not ${contacts}`);
    });
  await checks.check('is known by its address, and asks whether the gateway lives', async () => {
    for (const { name, account } of plan.lines)
      if (!account && name !== 'second') await stage.addTrunk(name, trunkTo(scene, name));
    const { id } = await stage.trunk('alaw');
    await stage.product.ask('POST', '/cc/api/trunk/v1/test', { id, number: `${CALLED}100` });
    const { test } = await until('a test that is over', async () => {
      const found = await stage.trunk('alaw');
      return found.test?.isOver && found;
    });
    const said = test!.steps.map(({ step, outcome, detail }) => `${step} ${outcome} ${detail}`).join(', ');
    expectThat(
      test!.steps.every(({ outcome }) => outcome === 'ok' || outcome === 'skipped'),
      `every step to be ok: ${said}`,
    );
    return said;
  });
}

export async function callsOut(scene: CarrierScene): Promise<void> {
  const { stage, carrier, checks, plan } = scene;
  const { ana } = stage;
  for (const name of ['md5', 'sha256', 'alaw', 'slow', 'timed', 'tcp', 'tls'])
    await checks.check(`calls out over ${name}: answered, sound both ways`, async () => {
      const number = `${CALLED}100`;
      const call = stage.dial(ana, name, number);
      await isAt(call, 'talking');
      call.speak(600);
      await hearsTone(call, 600);
      await call.hangUp();
      await until('no channel at the carrier', async () => (await carrier.channels()) === 0);
      const { cause, answerTime } = await stage.record(number);
      expectThat(answerTime !== null, 'a record that was answered');
      return `600 Hz heard back, record: ${cause}`;
    });
  await checks.check('hears early sound before the answer', async () => {
    const call = stage.dial(ana, 'md5', `${CALLED}101`);
    await hearsTone(call, 440);
    expectThat(call.at() === 'calling', `early sound, not ${call.at()}`);
    await isAt(call, 'talking');
    await hearsTone(call, 1_000);
    await call.hangUp();
  });
  for (const [status, cause] of REFUSALS)
    await checks.check(`is refused with ${status}`, async () => {
      const call = stage.dial(ana, 'md5', `${CALLED}${status}`);
      await isAt(call, 'over');
      const found = await stage.record(`${CALLED}${status}`);
      expectThat(found.sipStatus === status, `sipStatus ${status} in the record, not ${found.sipStatus}`);
      expectThat(found.cause === cause, `the cause ${cause}, not ${found.cause}`);
      return `phone ${call.status()}, record ${found.sipStatus} ${found.cause} “${found.statusName}”`;
    });
  await checks.check('gives up while it rings', async () => {
    const call = stage.dial(ana, 'md5', `${CALLED}102`);
    await until('180', () => call.told().includes(180));
    await call.hangUp();
    await until('no channel at the carrier', async () => (await carrier.channels()) === 0);
    const { cause } = await stage.record(`${CALLED}102`);
    return `record: ${cause}`;
  });
  await checks.check('gives up at every moment of the set-up, and nothing is left', async () => {
    for (const waitMs of [0, 5, 20, 40, 80, 200, 990, 1_000, 1_010, 1_050]) {
      const call = stage.dial(ana, 'tcp', `${CALLED}105`);
      await pause(waitMs);
      await call.hangUp();
      await isAt(call, 'over');
    }
    await until('no channel at the carrier', async () => (await carrier.channels()) === 0);
    await stage.isState('tcp', 'without calls', ({ calls }) => calls.outgoing === 0);
  });
  await checks.check('the far side hangs up with a cause', async () => {
    const call = stage.dial(ana, 'md5', `${CALLED}104`);
    await isAt(call, 'talking');
    await isAt(call, 'over');
    const { cause, endedBy } = await stage.record(`${CALLED}104`);
    expectThat(endedBy === 'customer', `ended by the customer, not ${endedBy}`);
    return `record: ${cause}`;
  });
  for (const name of ['md5', 'tls'])
    await checks.check(`presses keys both ways over ${name}`, async () => {
      const call = stage.dial(ana, name, `${CALLED}103`);
      await isAt(call, 'talking');
      await pause(500);
      for (const key of '7314') {
        await call.key(key);
        await pause(250);
      }
      await until('the keys at the carrier', () => carrier.log().includes('pressed 7314'));
      await until('the keys back', () => call.keys().endsWith('7314')).catch(() => {
        throw new Error(`expected 7314 back, not ${call.keys()}`);
      });
      await call.hangUp();
    });
  await checks.check('takes the next gateway when the first is silent', async () => {
    const second = trunkTo(scene, 'second');
    await stage.addTrunk('second', {
      ...second,
      gateways: [{ host: '127.0.0.99', port: plan.port, transport: 'udp' }, ...second.gateways!],
    });
    const sinceMs = Date.now();
    const call = stage.dial(ana, 'second', `${CALLED}100`);
    await isAt(call, 'talking', 20_000);
    const tookMs = Date.now() - sinceMs;
    call.speak(600);
    await hearsTone(call, 600);
    await call.hangUp();
    await isAt(call, 'over');
    const againMs = Date.now();
    const again = stage.dial(ana, 'second', `${CALLED}100`);
    await isAt(again, 'talking');
    await again.hangUp();
    return `answered after ${tookMs} ms, the next after ${Date.now() - againMs} ms`;
  });
}

export async function callsIn(scene: CarrierScene): Promise<void> {
  const { stage, carrier, checks, us } = scene;
  const { ana } = stage;
  for (const name of ['md5', 'alaw', 'slow', 'tcp'])
    await checks.check(`a call comes in over ${name}: answered by an agent, sound both ways`, async () => {
      const had = ana.phone.calls.length;
      await carrier.call(name, `+${SUPPORT}`, { ...us, ...(name === 'tcp' && { transport: 'tcp' }) }, 'echo');
      const call = await until('a call that rings', () => ana.phone.calls[had]);
      await call.answer();
      call.speak(650);
      await hearsTone(call, 650);
      await call.hangUp();
      await until('no channel at the carrier', async () => (await carrier.channels()) === 0);
    });
  await checks.check('a call comes in, presses keys, hums and is hung up from outside', async () => {
    const had = ana.phone.calls.length;
    await carrier.call('md5', `+${SUPPORT}`, us, 'keys');
    const call = await until('a call that rings', () => ana.phone.calls[had]);
    await call.answer();
    await until('the keys', () => call.keys().endsWith('159'));
    await carrier.hangUpAll();
    await isAt(call, 'over');
  });
  await checks.check('a caller who gives up while it rings leaves nothing', async () => {
    const had = ana.phone.calls.length;
    await carrier.call('alaw', `+${SUPPORT}`, us, 'echo');
    const call = await until('a call that rings', () => ana.phone.calls[had]);
    await carrier.hangUpAll();
    await isAt(call, 'over');
    await stage.isState('alaw', 'without calls', ({ calls }) => calls.incoming === 0);
  });
}

export async function faults(scene: CarrierScene): Promise<void> {
  const { stage, carrier, checks, plan } = scene;
  const { ana } = stage;
  await checks.check('a wrong password is told, and not tried again for minutes', async () => {
    await stage.addTrunk('wrong', {
      ...trunkTo(scene, 'sha256'),
      account: { user: 'sha256', authUser: '', password: 'not-the-password' },
      gateways: [{ host: '127.0.0.12', port: plan.port, transport: 'udp' }],
    });
    await stage.isState('wrong', 'refused', ({ registration }) => registration.at === 'refused');
    const registers = () => carrier.log().split('\nREGISTER sip:').length - 1;
    const before = registers();
    await pause(5_000);
    const { state } = await stage.trunk('wrong');
    const inSec = (Date.parse(`${state.registration.retryAt}`) - Date.now()) / 1_000;
    expectThat(state.fault?.what === 'wrongPassword', `wrongPassword, not ${state.fault?.what}`);
    expectThat(inSec > 60, `minutes to the next try, not ${inSec} s`);
    expectThat(registers() === before, `no further REGISTER, not ${registers() - before}`);
    return `${state.fault.what}, next try in ${Math.round(inSec)} s`;
  });
  for (const [name, gateway, trouble] of [
    ['expired', { host: 'localhost', port: plan.expiredPort, transport: 'tls' }, 'certificate'],
    ['nobody', { host: '127.0.0.98', port: plan.port, transport: 'udp' }, 'unreachable'],
    ['shut', { host: '127.0.0.98', port: plan.port, transport: 'tcp' }, 'unreachable'],
    ['nameless', { host: 'nobody.invalid', port: null, transport: null }, 'nameUnknown'],
  ] as const)
    await checks.check(`${name}: the trunk says ${trouble}`, async () => {
      await stage.addTrunk(name, { ...trunkTo(scene, 'md5'), gateways: [gateway] });
      await stage.isState(
        name,
        trouble,
        ({ fault, registration }) => fault?.what === trouble && registration.at === 'unreachable',
        40_000,
      );
    });
  await checks.check('the others are unharmed', async () => {
    const call = stage.dial(ana, 'md5', `${CALLED}100`);
    await isAt(call, 'talking');
    call.speak(600);
    await hearsTone(call, 600);
    await call.hangUp();
  });
}

export async function manyCalls(scene: CarrierScene): Promise<void> {
  const { stage, carrier, checks, us } = scene;
  await checks.check(`${MANY} calls come in at once`, async () => {
    const sinceMs = Date.now();
    await Promise.all(Array.from({ length: MANY }, () => carrier.call('many', `+${SUPPORT}`, us, 'hum')));
    await stage.isState('many', `with ${MANY} calls`, ({ calls }) => calls.incoming === MANY);
    await until(`${MANY} answered at the carrier`, async () => (await carrier.channels()) >= MANY);
    const tookMs = Date.now() - sinceMs;
    await pause(3_000);
    const { state } = await stage.trunk('many');
    expectThat(state.calls.incoming === MANY, `${MANY} calls that last, not ${state.calls.incoming}`);
    await carrier.hangUpAll();
    await stage.isState('many', 'without calls', ({ calls }) => calls.incoming === 0);
    return `${MANY} within ${tookMs} ms, none left`;
  });
}
