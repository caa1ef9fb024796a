import type { SipTrunkFields } from '#features/voice/trunks/contract.ts';
import { numberThat, trunkTo, type CarrierScene } from './carrier-scene.ts';
import { until } from './carrier-stage.ts';
import { expectThat } from './checks.ts';

const REGISTERING = [
  ['md5', 'registers over UDP with MD5'],
  ['sha256', 'registers over UDP with SHA-256'],
  ['tls', 'registers over TLS'],
] as const;

/** The carrier takes us: by an account, or because it knows us. Every trunk is made here. */
export async function registrationChecks(scene: CarrierScene): Promise<void> {
  const { checks } = scene;
  for (const [name, title] of REGISTERING) await checks.check(title, () => registers(scene, name), { isBase: true });
  const known = 'is known by what its calls say, and a test of the trunk calls';
  await checks.check(known, () => knownWithoutAccount(scene), { isBase: true });
}

async function registers(scene: CarrierScene, name: string): Promise<void> {
  const { stage, carrier } = scene;
  await stage.addTrunk(name, trunkTo(scene, name));
  await stage.isState(name, 'registered', ({ registration }) => registration.at === 'registered');
  const contacts = await carrier.command('pjsip show contacts');
  expectThat(contacts.includes(`${name}/sip:`), `a contact of ${name} at the carrier, not ${contacts}`);
}

async function knownWithoutAccount(scene: CarrierScene): Promise<string> {
  const { stage, plan } = scene;
  for (const { name, account } of plan.lines) if (!account) await stage.addTrunk(name, wishesFor(scene, name));
  const { id } = await stage.trunk('alaw');
  await stage.product.ask('POST', '/cc/api/trunk/v1/test', { id, number: numberThat('echoes') });
  const { steps } = await until('a test that is over', async () => {
    const { test } = await stage.trunk('alaw');
    return test?.isOver ? test : null;
  });
  const stepsText = steps.map(({ step, outcome, detail }) => `${step} ${outcome} ${detail}`.trim()).join(', ');
  expectThat(
    steps.every(({ outcome }) => outcome === 'ok' || outcome === 'skipped'),
    `every step to be ok: ${stepsText}`,
  );
  return stepsText;
}

/** Nobody is at the first gateway of `second`; calls of `timed` are confirmed as often as the rules allow; `many` come at once. */
function wishesFor(scene: CarrierScene, name: string): Partial<SipTrunkFields> {
  const wishes = trunkTo(scene, name);
  if (name === 'timed') return { ...wishes, sessionSec: 90 };
  if (name === 'many') return { ...wishes, callsPerSec: 100 };
  if (name !== 'second') return wishes;
  return {
    ...wishes,
    gateways: [{ host: '127.0.0.99', port: scene.plan.port, transport: 'udp' }, ...wishes.gateways],
  };
}
