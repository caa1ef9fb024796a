import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BAN } from './ban-list.ts';
import { DOMAIN, memoryEdge, probeAccounts } from './loopback-edge.fixture.ts';
import { wirePhone } from './wire-phone.fixture.ts';
import { KEEP_ALIVE_MS, NONCE_LIFETIME_MS, REGISTER_EXPIRY_SEC } from './sip-constants.ts';

let line: ReturnType<typeof memoryEdge>;
beforeEach(() => {
  vi.useFakeTimers();
  line = memoryEdge();
});
afterEach(async () => {
  expect(line.problems).toEqual([]);
  await line.edge.stop();
  vi.useRealTimers();
});

const connected = (account: string, options: Parameters<typeof wirePhone>[2] = {}) => {
  const phone = wirePhone(line.edge, account, options);
  phone.connect();
  return phone;
};
const kinds = () =>
  line.events.map((event) =>
    event.type === 'registered'
      ? `registered ${event.contacts}`
      : event.type === 'suspicious'
        ? `suspicious ${event.what}`
        : event.type,
  );

/** Registers while the clock goes on, so that slowed answers come. */
async function answered(asking: Promise<{ status: number | null; text: string }>, ms = BAN.maxDelayMs) {
  await vi.advanceTimersByTimeAsync(ms);
  return asking;
}

describe('signing in', () => {
  test('[CALL-19] without proof 401, with it 200, the contact for 300 s and the date', async () => {
    const phone = connected('1001');
    const asked = await phone.answerTo(phone.ask('REGISTER', { headers: [phone.contactHeader()] }));
    expect(asked.status).toBe(401);
    expect(asked.header('www-authenticate')).toMatch(
      new RegExp(`^Digest realm="${DOMAIN}", nonce="[^"]+", algorithm=MD5, qop="auth"$`),
    );
    const welcome = await phone.register({ expires: null });
    expect(welcome.status).toBe(200);
    expect(welcome.headers('contact')).toEqual([`<${phone.contact}>;expires=${REGISTER_EXPIRY_SEC}`]);
    expect(welcome.header('date')).toMatch(/GMT$/);
    expect(kinds()).toEqual(['registered 1']);
  });

  test.each([
    ['nothing said', [], 300],
    ['a shorter time', ['Expires: 120'], 120],
    ['the shortest', ['Expires: 60'], 60],
    ['more than we give', ['Expires: 7200'], 300],
  ])('[CALL-19] expiry: %s', async (_name, headers, seconds) => {
    const phone = connected('1001');
    const welcome = await phone.register({ headers: [...headers, phone.contactHeader(null)] });
    expect(welcome.header('contact')).toBe(`<${phone.contact}>;expires=${seconds}`);
  });

  test('less than a minute is too brief', async () => {
    const phone = connected('1001');
    const brief = await phone.register({ expires: 59 });
    expect([brief.status, brief.header('min-expires')]).toEqual([423, '60']);
    expect(line.edge.isRegistered('1001')).toBe(false);
  });

  test('a registration that is not renewed runs out, and renewing keeps it without news', async () => {
    const phone = connected('1001');
    await phone.register();
    for (const seconds of [250, 250]) {
      await alive(phone, seconds);
      expect((await phone.register()).status).toBe(200);
    }
    expect(kinds()).toEqual(['registered 1']);
    await alive(phone, 299);
    expect(line.edge.isRegistered('1001')).toBe(true);
    await alive(phone, 2);
    expect(line.edge.isRegistered('1001')).toBe(false);
    expect(kinds()).toEqual(['registered 1', 'unregistered']);
  });

  test('two phones of one account are two contacts; each leaves by itself, or all at once', async () => {
    const [one, two] = [connected('1001'), connected('1001')];
    await one.register();
    expect((await two.register()).headers('contact')).toHaveLength(2);
    expect((await one.register({ expires: 0 })).headers('contact')).toHaveLength(1);
    expect(line.edge.isRegistered('1001')).toBe(true);
    await one.register();
    expect((await two.register({ headers: ['Contact: *', 'Expires: 0'] })).headers('contact')).toEqual([]);
    expect(kinds()).toEqual([
      'registered 1',
      'registered 2',
      'registered 1',
      'registered 2',
      'registered 1',
      'unregistered',
    ]);
  });

  test('a star without Expires 0 changes nothing', async () => {
    const phone = connected('1001');
    await phone.register();
    expect((await phone.register({ headers: ['Contact: *', 'Expires: 300'] })).status).toBe(400);
    expect(line.edge.isRegistered('1001')).toBe(true);
  });

  test('a nonce that ran out is replaced and called stale', async () => {
    const phone = connected('1001');
    const nonce = await phone.nonce();
    await alive(phone, NONCE_LIFETIME_MS / 1_000 + 1);
    phone.connect();
    const late = await phone.answerTo(
      phone.ask('REGISTER', { headers: [phone.contactHeader(), phone.proof({ nonce })] }),
    );
    expect(late.status).toBe(401);
    expect(late.header('www-authenticate')).toContain('stale=true');
  });

  test('proof that was overheard lets nobody in a second time', async () => {
    const phone = connected('1001');
    const nonce = await phone.nonce();
    expect(await phone.status('REGISTER', { headers: [phone.contactHeader(), phone.proof({ nonce })] })).toBe(200);
    const thief = connected('1001', { address: '10.6.6.6' });
    expect(await thief.status('REGISTER', { headers: [thief.contactHeader(), phone.proof({ nonce })] })).toBe(401);
    expect(await phone.status('REGISTER', { headers: [phone.contactHeader(), phone.proof({ nonce, nc: 2 })] })).toBe(
      200,
    );
    expect(line.edge.stats().registrations).toBe(1);
  });

  test('a nonce of our own making is needed', async () => {
    const phone = connected('1001');
    expect(
      await phone.status('REGISTER', { headers: [phone.contactHeader(), phone.proof({ nonce: 'made-up-ünonce' })] }),
    ).toBe(401);
  });

  test('[CALL-08] a phone whose account is closed is answered 403 at its renewal and is no longer registered', async () => {
    let isOpen = true;
    await line.edge.stop();
    line = memoryEdge({ accounts: { find: async (account) => (isOpen ? probeAccounts.find(account) : null) } });
    const phone = connected('1001');
    await phone.register();
    isOpen = false;
    expect((await answered(phone.register())).status).toBe(403);
    expect(line.edge.isRegistered('1001')).toBe(false);
  });

  test('when the product cannot say who it is, the phone is asked to try again and nobody is blamed', async () => {
    await line.edge.stop();
    line = memoryEdge({ accounts: { find: () => Promise.reject(new Error('no database')) } });
    const phone = connected('1001');
    for (let tries = 0; tries < 15; tries += 1) expect((await phone.register()).status).toBe(503);
  });

  test.each([
    ['From', { from: '1002' }],
    ['To', { to: '1002', from: '1001' }],
  ])('[CALL-08] nobody registers for another account (%s)', async (_which, ask) => {
    const phone = connected('1001');
    await phone.register();
    expect(await phone.status('REGISTER', { ...ask, headers: [phone.contactHeader()] })).toBe(403);
    expect(kinds()).toContain('suspicious forgedIdentity');
  });

  test('a socket serves one account', async () => {
    const phone = connected('1001');
    await phone.register();
    expect(await phone.status('REGISTER', { to: '1002', from: '1002', headers: [phone.contactHeader()] })).toBe(403);
  });

  test('an account has ten contacts at most, and pages that went away make room', async () => {
    const phones = Array.from({ length: 10 }, () => connected('1001'));
    for (const phone of phones) expect((await phone.register()).status).toBe(200);
    const eleventh = connected('1001');
    expect((await eleventh.register()).status).toBe(403);
    phones[0]!.drop();
    expect((await eleventh.register()).status).toBe(200);
  });

  test('forgetting an account closes its sockets', async () => {
    const phone = connected('1001');
    await phone.register();
    line.edge.forget('1001');
    expect(line.edge.isRegistered('1001')).toBe(false);
    expect(phone.closedWith).toBe(1008);
    expect(line.edge.stats()).toEqual({
      sockets: 0,
      registrations: 0,
      calls: 0,
      dialogs: 0,
      transactions: 0,
      timers: 0,
    });
  });
});

describe('guessing passwords', () => {
  const wrong = async (account: string, address: string) => {
    const phone = connected(account, { address });
    const startedMs = Date.now();
    let tookMs = -1;
    const asking = phone.register({ secret: 'guess' }).then((sent) => {
      tookMs = Date.now() - startedMs;
      return sent;
    });
    const sent = await answered(asking);
    phone.drop();
    return { sent, tookMs };
  };

  test('[CALL-08] answers to wrong passwords slow down to seconds', async () => {
    const waits: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) waits.push((await wrong('1001', '10.0.0.9')).tookMs);
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
  });

  test('[CALL-08] after ten the right password does not help either, elsewhere it does, and later it does again', async () => {
    for (let tries = 0; tries < 10; tries += 1) expect((await wrong('1001', '10.0.0.9')).sent.status).toBe(403);
    expect(kinds()).toEqual(['suspicious bruteForce']);
    const shutOut = connected('1001', { address: '10.0.0.9' });
    const startedMs = Date.now();
    expect((await answered(shutOut.register())).status).toBe(403);
    expect(Date.now() - startedMs).toBe(BAN.maxDelayMs);
    const owner = connected('1001', { address: '10.0.0.1' });
    expect((await owner.register()).status).toBe(200);
    const colleague = connected('1002', { address: '10.0.0.9' });
    expect((await colleague.register()).status).toBe(200);
    await vi.advanceTimersByTimeAsync(BAN.lastsMs);
    const again = connected('1001', { address: '10.0.0.9' });
    expect((await again.register()).status).toBe(200);
  });

  test('[CALL-08] after fifty on any accounts the address is out, except for phones that signed in from there before', async () => {
    const regular = connected('1500', { address: '10.0.0.9' });
    await regular.register();
    for (let tries = 0; tries < 50; tries += 1) await wrong(`1${100 + tries}`, '10.0.0.9');
    const stranger = connected('1001', { address: '10.0.0.9' });
    expect((await answered(stranger.register())).status).toBe(403);
    regular.connect('10.0.0.9');
    expect((await regular.register()).status).toBe(200);
  });

  test('[CALL-08] an account that does not exist cannot be told from one that does', async () => {
    const [real, unreal] = [await wrong('1001', '10.0.0.8'), await wrong('9999', '10.0.0.9')];
    const plain = (text: string) =>
      text.replaceAll(/branch=\S+|tag=\S+|Call-ID: \S+|CSeq: \d+/g, '').replaceAll('9999', '1001');
    expect(plain(unreal.sent.text)).toBe(plain(real.sent.text));
    expect(unreal.tookMs).toBe(real.tookMs);
  });
});

describe('who is still there', () => {
  test('[CALL-19] a silent phone is pinged after 20 s, and offline 25 s after its last sign of life', async () => {
    const phone = connected('1001');
    await phone.register();
    await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
    expect(phone.pings).toBe(1);
    phone.touch();
    await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
    expect([phone.pings, phone.closedWith, line.edge.isRegistered('1001')]).toEqual([2, null, true]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([phone.closedWith, line.edge.isRegistered('1001')]).toEqual([1001, false]);
    expect(kinds()).toEqual(['registered 1', 'unregistered']);
  });

  test('a page that was reloaded stays registered, one that was closed is offline within 25 s', async () => {
    const phone = connected('1001', { instance: '<urn:uuid:1>' });
    await phone.register();
    phone.drop();
    await vi.advanceTimersByTimeAsync(10_000);
    const reloaded = connected('1001', { instance: '<urn:uuid:1>' });
    await reloaded.register();
    expect(line.edge.stats().registrations).toBe(1);
    reloaded.drop();
    expect(line.edge.isRegistered('1001')).toBe(true);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(kinds()).toEqual(['registered 1', 'unregistered']);
    expect(line.edge.stats()).toEqual({
      sockets: 0,
      registrations: 0,
      calls: 0,
      dialogs: 0,
      transactions: 0,
      timers: 0,
    });
  });

  test('a socket that does not sign in within 30 s is closed', async () => {
    const phone = connected('1001');
    await alive(phone, 29);
    expect(phone.closedWith).toBeNull();
    await alive(phone, 2);
    expect(phone.closedWith).toBe(1008);
  });

  test('two line ends are answered by one', async () => {
    const phone = connected('1001');
    phone.send('\r\n\r\n');
    expect((await phone.take(() => true)).text).toBe('\r\n');
  });

  test('who sends more than a phone would is closed, signed in or not', async () => {
    const [stranger, friend] = [connected('1001'), connected('1002')];
    await friend.register();
    for (let sent = 0; sent < 41; sent += 1) stranger.send('\r\n\r\n');
    for (let sent = 0; sent < 201; sent += 1) friend.send('\r\n\r\n');
    expect([stranger.closedWith, friend.closedWith]).toEqual([1008, 1008]);
    expect(kinds().filter((kind) => kind === 'suspicious flood')).toHaveLength(2);
  });
});

/** Time passes for a phone that answers pings. */
async function alive(phone: ReturnType<typeof wirePhone>, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    phone.touch();
    await vi.advanceTimersByTimeAsync(1_000);
  }
}
