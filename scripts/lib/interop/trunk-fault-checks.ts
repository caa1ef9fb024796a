import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { numberThat, trunkTo, type CarrierScene } from './carrier-scene.ts';
import { hearsTone, isAt } from './carrier-stage.ts';
import { expectThat } from './checks.ts';

const QUIET_MS = 5_000;
const PATIENCE_MS = 40_000;
const LEAST_WAIT_SEC = 60;

/** What goes wrong with one trunk is told there, and nowhere else. */
export async function trunkFaultChecks(scene: CarrierScene): Promise<void> {
  const { stage, carrier, checks, plan } = scene;
  await checks.check('a wrong password is told, and not tried again for minutes', async () => {
    const right = trunkTo(scene, 'newcomer');
    await stage.addTrunk('wrong', { ...right, account: { ...right.account!, password: 'not-the-password' } });
    await stage.isState('wrong', 'refused', ({ registration }) => registration.at === 'refused');
    const isTry = ({ text }: { text: string }) => /^REGISTER [^]*^To: <sip:newcomer@/m.test(text);
    const tries = () => carrier.messages().filter(isTry).length;
    const before = tries();
    await pause(QUIET_MS);
    const { state } = await stage.trunk('wrong');
    const inSec = (Date.parse(`${state.registration.retryAt}`) - Date.now()) / 1_000;
    expectThat(state.fault?.what === 'wrongPassword', `wrongPassword, not ${state.fault?.what}`);
    expectThat(inSec > LEAST_WAIT_SEC, `minutes to the next try, not ${inSec} s`);
    expectThat(tries() === before, `no further REGISTER within ${QUIET_MS} ms, not ${tries() - before}`);
    return `${state.fault.what}; ${before} REGISTERs in all, the next in ${Math.round(inSec)} s`;
  });
  await checks.check('with the right password it registers at once', async () => {
    await stage.changeTrunk('wrong', trunkTo(scene, 'newcomer'));
    await stage.isState('wrong', 'registered', ({ registration }) => registration.at === 'registered');
    await stage.changeTrunk('wrong', { ...trunkTo(scene, 'newcomer'), enabled: false });
    await stage.isState('wrong', 'off', ({ at }) => at === 'off');
  });
  for (const [name, gateway, trouble] of [
    ['an expired certificate', { host: 'localhost', port: plan.expiredPort, transport: 'tls' }, 'certificate'],
    ['a silent gateway', { host: '127.0.0.98', port: plan.port, transport: 'udp' }, 'unreachable'],
    ['a closed port', { host: '127.0.0.98', port: plan.port, transport: 'tcp' }, 'unreachable'],
    ['an unknown name', { host: 'nobody.invalid', port: null, transport: null }, 'nameUnknown'],
  ] as const)
    await checks.check(`${name} is told as ${trouble}`, async () => {
      await stage.addTrunk(name, { ...trunkTo(scene, 'md5'), gateways: [gateway] });
      await stage.isState(name, trouble, ({ fault }) => fault?.what === trouble, PATIENCE_MS);
      await stage.isState(name, 'waiting', ({ registration }) => registration.retryAt !== null, PATIENCE_MS);
    });
  await checks.check('a carrier that answers nonsense is told so', () => nonsense(scene));
  await checks.check('a stranger gets no answer', () => stranger(scene));
  await checks.check('the other trunks are unharmed', async () => {
    const call = stage.dial(stage.ana, 'md5', numberThat('echoes'));
    await isAt(call, 'talking');
    call.speak(600);
    await hearsTone(call, 600);
    for (const name of ['md5', 'sha256', 'tls'])
      await stage.isState(name, 'registered', ({ registration }) => registration.at === 'registered');
  });
}

async function nonsense(scene: CarrierScene): Promise<void> {
  const { stage } = scene;
  const babbler = createSocket('udp4');
  babbler.on('message', (asked, { port, address }) => {
    const kept = asked
      .toString()
      .split('\r\n')
      .filter((line) => /^(Via|Call-ID|CSeq):/i.test(line));
    const answerLines = ['SIP/2.0 200 Perhaps', ...kept, 'From: nonsense', 'To: <<>', 'Content-Length: 0', '', ''];
    babbler.send(answerLines.join('\r\n'), port, address);
  });
  babbler.bind(0, '127.0.0.97');
  await once(babbler, 'listening');
  try {
    const gateway = { host: '127.0.0.97', port: babbler.address().port, transport: 'udp' } as const;
    await stage.addTrunk('nonsense', { ...trunkTo(scene, 'md5'), gateways: [gateway] });
    await stage.isState('nonsense', 'told', ({ fault }) => fault?.what === 'nonsense', PATIENCE_MS);
    await stage.isState('nonsense', 'waiting', ({ registration }) => registration.retryAt !== null, PATIENCE_MS);
    const { state } = await stage.trunk('nonsense');
    expectThat(state.fault?.what === 'nonsense', `nonsense to the end, not ${state.fault?.what}`);
  } finally {
    babbler.close();
  }
}

async function stranger({ us }: CarrierScene): Promise<void> {
  const socket = createSocket('udp4');
  let received = '';
  socket.on('message', (bytes) => void (received += bytes.toString()));
  socket.bind(0, '127.0.0.77');
  await once(socket, 'listening');
  const { port } = socket.address();
  for (const method of ['OPTIONS', 'INVITE', 'REGISTER'])
    socket.send(
      [
        `${method} sip:100@${us.address}:${us.port} SIP/2.0`,
        `Via: SIP/2.0/UDP 127.0.0.77:${port};branch=z9hG4bK${method};rport`,
        'From: <sip:100@127.0.0.77>;tag=1',
        `To: <sip:100@${us.address}>`,
        `Call-ID: stranger-${method}`,
        `CSeq: 1 ${method}`,
        'Max-Forwards: 70',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
      us.port,
      us.address,
    );
  await pause(1_000);
  socket.close();
  expectThat(received === '', `silence, not ${received}`);
}
