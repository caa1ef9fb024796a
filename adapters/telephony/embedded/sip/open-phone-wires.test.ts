import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../until.fixture.ts';
import { BAN } from './ban-list.ts';
import { openTcpLine, openUdpLine, type DeskLine } from './desk-line.fixture.ts';
import { memoryEdge, notedHandler } from './loopback-edge.fixture.ts';
import { MAX_MESSAGE_CHARS, SILENT_WIRE_MS, WIRE_EXPIRY_SEC } from './sip-constants.ts';
import { wirePhone } from './wire-phone.fixture.ts';

const HERE = '127.0.0.1';
let nowMs = 1_000_000;
let line: ReturnType<typeof memoryEdge>;
let ports: Awaited<ReturnType<typeof line.edge.listen>>;
const lines: DeskLine[] = [];
let received: string[] = [];

beforeEach(async () => {
  nowMs = 1_000_000;
  line = memoryEdge({ clock: { nowMs: () => nowMs }, aliases: [HERE] });
  received = [];
  const { connect } = line.edge;
  line.edge.connect = (wire) => {
    const end = connect(wire);
    const receive = (text: string): void => {
      end.receive(text);
      received.push(text);
    };
    return { ...end, receive };
  };
  ports = await line.edge.listen({ bindAddress: HERE, announcedAddress: HERE, udpPort: 0, tcpPort: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const open of lines.splice(0)) open.close();
  await line.edge.stop();
  expect(line.problems).toEqual([]);
});

async function udpPhone(account: string, from?: string) {
  const way = await openUdpLine(ports.udp!, from);
  lines.push(way);
  const phone = wirePhone(way, account, { contact: `sip:${account}@10.9.8.7:${way.port}` });
  phone.connect();
  return phone;
}
async function tcpPhone(account: string) {
  const way = await openTcpLine(ports.tcp!);
  lines.push(way);
  const phone = wirePhone(way, account, { contact: `sip:${account}@10.9.8.7:${way.port};transport=tcp` });
  phone.connect();
  return phone;
}
type Phone = Awaited<ReturnType<typeof udpPhone>>;
const wires = () => line.edge.stats().wires!;
const suspicions = () => line.events.flatMap((event) => (event.type === 'suspicious' ? [event.what] : []));
const invited = () => line.events.filter(({ type }) => type === 'invited').length;

/** Something that is answered, after which everything sent before has been read. */
async function allIsRead(phone: Phone): Promise<void> {
  expect((await phone.answerTo(phone.ask('REGISTER'), 200)).status).toBe(401);
}

describe('[CC-04] phones on ports of SIP’s own', () => {
  test.each(['udp', 'tcp'] as const)('a desk phone signs in over %s and is told for how long', async (transport) => {
    const phone = await (transport === 'udp' ? udpPhone('1001') : tcpPhone('1001'));
    const welcome = await phone.register({ expires: 3_600 });
    expect(welcome.status).toBe(200);
    expect(welcome.headers('contact')).toEqual([`<${phone.contact}>;expires=${WIRE_EXPIRY_SEC}`]);
    expect(welcome.header('date')).toBeUndefined();
    expect(line.edge.isRegistered('1001')).toBe(true);
    expect(line.edge.stats()).toMatchObject({ sockets: 1, registrations: 1, wires: { flows: 1 } });
  });

  test('a phone that knows us by our address alone may say so instead of the domain', async () => {
    const phone = await udpPhone('1001');
    const nonce = await phone.nonce();
    const uri = `sip:${HERE}:${ports.udp}`;
    const text = phone
      .write('REGISTER', { uri, headers: [phone.contactHeader(), phone.proof({ nonce, uri })] })
      .text.replaceAll('@openseat.test', `@${HERE}`);
    phone.send(text);
    expect((await phone.take(({ status }) => status === 200)).status).toBe(200);
  });

  test('our contact leads to the port the phone came by, and its call is put through', async () => {
    const phone = await udpPhone('1001');
    await phone.register();
    const nonce = await phone.nonce();
    const uri = 'sip:1002@openseat.test';
    const invite = phone.call('1002', { headers: [phone.proof({ nonce, uri, method: 'INVITE' })] });
    await until('it is put through', () => invited() === 1);
    const call = line.events.findLast((event) => event.type === 'invited')!.call;
    await call.accept();
    const accepted = await phone.answerTo(invite, 200);
    expect(accepted.header('contact')).toBe(`<sip:openseat@${HERE}:${ports.udp};transport=udp>`);
    phone.acknowledge('1002', phone.dialogOf(invite, accepted));
    await until('it is acknowledged', () => (call.handle as never as { notes: string[] }).notes.includes('accepted'));
  });

  test('a phone that says nothing is asked whether it is there, and gone when it does not answer', async () => {
    const phone = await udpPhone('1001');
    await phone.register();
    nowMs += 20_000;
    line.edge.tick();
    const ping = await phone.take(({ method }) => method === 'OPTIONS');
    expect(ping.text).toContain(`OPTIONS ${phone.contact} SIP/2.0`);
    phone.reply(ping, 404);
    await until('it was heard', () => received.some((text) => text.startsWith('SIP/2.0 404')));
    nowMs += SILENT_WIRE_MS - 1_000;
    line.edge.tick();
    expect(line.edge.isRegistered('1001')).toBe(true);
    nowMs += SILENT_WIRE_MS;
    line.edge.tick();
    expect(line.edge.isRegistered('1001')).toBe(false);
    expect(line.events.at(-1)).toMatchObject({ type: 'unregistered', account: '1001' });
  });

  test('what is lost on the way to a phone is sent again until it answers', async () => {
    const phone = await udpPhone('1001');
    await phone.register();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const handle = notedHandler();
    const wishes = { callerId: '5550100', callerName: 'Ana', headers: {}, timeoutMs: 60_000 };
    line.edge.invite('1001', { ...wishes, callId: 'lost-once', handle });
    const isInvite = ({ method }: { method: string | null }): boolean => method === 'INVITE';
    const first = await phone.take(isInvite);
    vi.advanceTimersByTime(500);
    const second = await phone.take(isInvite);
    expect(second.text).toBe(first.text);
    phone.reply(second, 180);
    vi.useRealTimers();
    await until('it rings', () => handle.notes.includes('ringing'));
    expect(first.header('via')).toMatch(new RegExp(`^SIP/2.0/UDP ${HERE}:${ports.udp};branch=z9hG4bK[0-9a-f]{20}`));
    expect(wires().repeated).toBe(1);
  });

  test('what a phone repeats because our answer was lost is answered from memory', async () => {
    const phone = await udpPhone('1001');
    const asked = phone.write('REGISTER', { headers: [phone.contactHeader()] });
    phone.send(asked.text);
    const first = await phone.answerTo(asked, 200);
    phone.send(asked.text);
    const second = await phone.answerTo(asked, 200);
    expect(second.text).toBe(first.text);
  });
});

describe('[CC-04] the wall before the ports of phones', () => {
  test('strangers get no answer to anything but a REGISTER, and are counted', async () => {
    const stranger = await udpPhone('1001');
    for (const method of ['OPTIONS', 'INVITE', 'SUBSCRIBE', 'BYE', 'MESSAGE']) stranger.ask(method, { body: 'v=0' });
    stranger.send('\r\n\r\n');
    stranger.send('hello');
    await allIsRead(stranger);
    expect(stranger.all.map(({ status }) => status)).toEqual([401]);
    expect(wires()).toMatchObject({ strangers: 5, flows: 1 });
    expect(suspicions()).toEqual(['unauthenticated']);
    expect(invited()).toBe(0);
  });

  test('over a connection likewise', async () => {
    const stranger = await tcpPhone('1001');
    for (const method of ['OPTIONS', 'INVITE', 'SUBSCRIBE']) stranger.ask(method, { body: 'v=0' });
    await allIsRead(stranger);
    expect(stranger.all.map(({ status }) => status)).toEqual([401]);
    expect(suspicions()).toEqual(['unauthenticated']);
  });

  test('an unknown account and a wrong password get the same answers; guesses are slowed and end in a ban', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const guess = async (account: string): Promise<string> => {
      const phone = await udpPhone(account);
      const asked = phone.register({ secret: 'guess' });
      const hurry = setInterval(() => void vi.advanceTimersByTime(BAN.maxDelayMs), 1);
      const { text } = await asked.finally(() => clearInterval(hurry));
      return text.replace(/^(via|from|to|call-id|cseq|contact).*$/gim, '').replaceAll(account, 'NAME');
    };
    const [wrong, unknown] = [await guess('1001'), await guess('9999')];
    expect(wrong).toMatch(/^SIP\/2\.0 403 /);
    expect(unknown).toBe(wrong);
    for (let tries = 1; tries < BAN.failuresPerPair; tries++) await guess('1001');
    expect(suspicions()).toEqual(['bruteForce']);
    vi.useRealTimers();
    const owner = await udpPhone('1001', '127.0.0.2');
    expect((await owner.register()).status, 'who comes from elsewhere is not shut out').toBe(200);
  });

  test('whoever writes a phone’s address into a datagram cannot call as it, end its registration or have it banned', async () => {
    const phone = await udpPhone('1001');
    await phone.register();
    const thief = await udpPhone('1001', '127.0.0.2');
    const nonce = await thief.nonce();
    // From the phone's own address and port, as forged datagrams would be, with what a stranger can know.
    const call = phone.call('5551');
    expect((await phone.answerTo(call, 200)).status).toBe(401);
    for (let tries = 0; tries <= BAN.failuresPerPair; tries++) {
      const forged = phone.ask('REGISTER', { headers: [phone.contactHeader(0), phone.proof({ nonce, secret: 'x' })] });
      expect((await phone.answerTo(forged, 200)).status).toBe(401);
    }
    expect(invited()).toBe(0);
    expect(line.edge.isRegistered('1001')).toBe(true);
    expect((await phone.register()).status).toBe(200);
    expect(suspicions()).toEqual([]);
  });

  test('a flood in the name of a phone is not read, and the phone stays where it is', async () => {
    const phone = await udpPhone('1001');
    await phone.register();
    const before = received.length;
    for (let sent = 0; sent < 300; sent++) phone.send('nonsense');
    await until('all is received', () => received.length === before + 300);
    expect(suspicions()).toEqual(['flood']);
    expect(line.edge.isRegistered('1001')).toBe(true);
    nowMs += 10_000;
    expect((await phone.register()).status).toBe(200);
  });

  test('a phone on a connection proved itself there: its calls are not asked again', async () => {
    const phone = await tcpPhone('1001');
    await phone.register();
    phone.call('5551');
    await until('it is put through', () => invited() === 1);
  });

  test('another phone with the same password takes the place of the first; from elsewhere the owner is told', async () => {
    const [own, again, thief] = [await udpPhone('1001'), await udpPhone('1001'), await udpPhone('1001', '127.0.0.2')];
    await own.register();
    await again.register();
    expect(line.events.filter(({ type }) => type === 'replaced')).toEqual([]);
    await thief.register();
    expect(line.events.filter(({ type }) => type === 'replaced')).toEqual([
      { type: 'replaced', account: '1001', address: '127.0.0.2' },
    ]);
    expect(line.edge.stats().registrations).toBe(1);
    expect(line.events.map(({ type }) => type)).not.toContain('unregistered');
    expect(suspicions()).toEqual(['phoneReplaced']);
    expect(await own.status('INVITE', { to: '5551', body: 'v=0' })).not.toBe(200);
  });

  test('a flood of strangers is not read, and phones that are known are still served', async () => {
    const phone = await udpPhone('1001');
    await phone.register();
    const stranger = await udpPhone('100', '127.0.0.3');
    for (let sent = 0; sent < 400; sent++) stranger.ask('OPTIONS');
    await until('it is not read any more', () => wires().dropped > 0);
    expect((await phone.register()).status).toBe(200);
    expect(wires().flows).toBe(1);
  });

  test('made-up addresses leave no more behind than a few ways', async () => {
    const guessing = await Promise.all(Array.from({ length: 60 }, (_, at) => udpPhone('1001', `127.0.1.${at + 1}`)));
    await Promise.all(guessing.map(allIsRead));
    expect(line.edge.stats()).toMatchObject({ sockets: 60, wires: { flows: 60 } });
    nowMs += 31_000;
    line.edge.tick();
    await until('they are forgotten', () => line.edge.stats().sockets === 0);
  });

  test('a connection that says nothing, too much, or no SIP is closed', async () => {
    const [silent, endless, web] = [await tcpPhone('1001'), await tcpPhone('1001'), await tcpPhone('1001')];
    endless.send(`REGISTER sip:x SIP/2.0\r\nX: ${'x'.repeat(MAX_MESSAGE_CHARS)}`);
    web.send('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n');
    await until('those who say too much are gone', () => endless.closedWith !== null && web.closedWith !== null);
    nowMs += 45_000;
    line.edge.tick();
    await until('who says nothing is gone', () => silent.closedWith !== null);
    expect(line.edge.stats()).toMatchObject({ sockets: 0, wires: { flows: 0 } });
  });

  test('a datagram too large for anybody who signs in is not even looked at', async () => {
    const stranger = await udpPhone('1001');
    stranger.ask('REGISTER', { headers: [`X-Filler: ${'x'.repeat(8_000)}`, `X-More: ${'y'.repeat(400)}`] });
    await allIsRead(stranger);
    expect(stranger.all).toHaveLength(1);
  });

  test('a phone can be in no more calls at once than a phone may', async () => {
    const phone = await tcpPhone('1001');
    await phone.register();
    const statuses: number[] = [];
    for (let calls = 0; calls < 12; calls++) {
      const sent = await phone.answerTo(phone.call(`555${calls}`), 100);
      statuses.push(sent.status!);
    }
    expect(statuses.filter((status) => status === 486)).toHaveLength(12 - 4);
  });
});
