import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DOMAIN, memoryEdge, notedHandler } from './loopback-edge.fixture.ts';
import { dice, mutated } from './mutated-message.fixture.ts';
import { fakeSdp } from './sip-js-phone.fixture.ts';
import { tortureMessages } from './torture-messages.fixture.ts';
import { tagOf, wirePhone } from './wire-phone.fixture.ts';

const MESSAGES = Number(process.env['SIP_MUTANTS'] ?? 100_000);
const SEED = Number(process.env['SIP_SEED'] ?? 20_261_115);
const MAX_HEAP_GROWTH_MB = 8;

const trueRandom = Math.random;
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => {
  vi.useRealTimers();
  Math.random = trueRandom;
});

test(`${MESSAGES} broken messages (seed ${SEED}) neither stop the edge nor stay in it`, async () => {
  const roll = dice(SEED);
  // The library's tags and our nonces come of the same dice, so a seed is one run.
  const chance = dice(SEED + 1);
  Math.random = () => chance(2 ** 30) / 2 ** 30;
  const { edge, problems, events } = memoryEdge({
    random: (bytes) => Buffer.from(Array.from({ length: bytes }, () => chance(256))),
    limits: { burst: 1e9, strangerMessages: 1e9 },
  });
  const calls = new Set<ReturnType<typeof edge.invite>>();
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  const handler = () => {
    const noted = notedHandler();
    const push = noted.notes.push.bind(noted.notes);
    noted.notes.push = (note) => {
      count(note.split(' ', 2).join(' '));
      return push(note);
    };
    return noted;
  };
  edge.onEvent((event) => {
    if (event.type !== 'invited') return;
    // The product does something with it, sooner or later or never.
    const { call } = event;
    const choice = roll(4);
    call.handle = handler();
    if (choice === 0) call.reject(603);
    else if (choice === 1) void call.accept();
    else if (choice === 2) call.ring();
    calls.add(call);
  });
  let addresses = 0;
  const makePhones = () =>
    Array.from({ length: 3 }, (_unused, index) =>
      wirePhone(edge, `10${10 + index}`, { contact: `sip:p${index}@p.invalid` }),
    );
  const phones = makePhones();
  const stranger = wirePhone(edge, '1099');

  const back = async (phone: (typeof phones)[number]): Promise<void> => {
    phone.drop();
    phone.all.length = 0;
    // Guesses among the mutants ban addresses.
    phone.connect(`10.1.${(addresses += 1) >> 8}.${addresses & 255}`);
    const registering = phone.register();
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await registering).status).toBe(200);
  };

  const startedMs = performance.now();
  stranger.connect();
  for (const phone of phones) await back(phone);
  const before = edge.stats();
  const heapBefore = heapMb();

  /** Real messages of this moment, so that mutants get deep. */
  function fresh(phone: (typeof phones)[number]): string[] {
    const invite = phone.write('INVITE', { to: '1002', body: fakeSdp() });
    const recent = phone.all.slice(-100);
    const dialogs = recent
      .filter(({ status, header }) => status === 200 && header('cseq')?.endsWith('INVITE'))
      .slice(-3);
    const inCall = dialogs.flatMap(({ header }) => {
      const ids = {
        to: '1002',
        callId: header('call-id')!,
        fromTag: tagOf(header('from')!),
        toTag: tagOf(header('to')!),
      };
      return [
        phone.write('ACK', { ...ids, cseq: Number.parseInt(header('cseq')!, 10) }).text,
        phone.write('INVITE', { ...ids, body: fakeSdp('sendonly') }).text,
        phone.write('INFO', { ...ids, type: 'application/dtmf', body: '5' }).text,
        phone.write('REFER', {
          ...ids,
          headers: [`Refer-To: <sip:1005@${DOMAIN}?Replaces=a%3Bto-tag%3Db%3Bfrom-tag%3Dc>`],
        }).text,
        phone.write('BYE', ids).text,
      ];
    });
    const asked = recent.filter(({ method }) => method && method !== 'ACK').slice(-3);
    const answers = asked.flatMap(({ header, method }) =>
      [180, 200, 486].map(
        (status) =>
          `SIP/2.0 ${status} X\r\n${['via', 'from', 'call-id', 'cseq'].map((name) => `${name}: ${header(name)}`).join('\r\n')}\r\nTo: ${header('to')}${header('to')!.includes('tag=') ? '' : ';tag=p'}\r\nContact: <${phone.contact}>\r\n${method === 'INVITE' && status === 200 ? `Content-Type: application/sdp\r\n\r\n${fakeSdp()}` : '\r\n'}`,
      ),
    );
    return [
      invite.text,
      phone.write('CANCEL', {
        to: '1002',
        callId: invite.callId,
        fromTag: invite.fromTag,
        branch: invite.branch,
        cseq: invite.cseq,
      }).text,
      phone.write('REGISTER', { headers: [phone.contactHeader(), phone.proof({ nonce: 'k3-aa-bb' })] }).text,
      phone.write('OPTIONS', { to: '1002' }).text,
      ...inCall,
      ...answers,
    ];
  }

  const torture = tortureMessages.map(({ text }) => text).filter(Boolean);
  let pool: string[] = [];
  let phone = phones[0]!;
  for (let sent = 0; sent < MESSAGES; sent += 1) {
    if (sent % 20 === 0) {
      phone = phones[roll(phones.length)]!;
      pool = fresh(phone);
    }
    const source = roll(4) ? pool : torture;
    const text = source[roll(source.length)]!;
    (roll(5) ? phone : stranger).send(roll(6) ? mutated(text, roll, torture) : text);
    if (sent % 200 === 0) {
      if (roll(2))
        calls.add(
          edge.invite(phone.account, {
            callId: `c${sent}`,
            callerId: '1',
            callerName: 'A',
            headers: {},
            timeoutMs: 20_000,
            handle: handler(),
          }),
        );
      for (const call of calls) if (!roll(3)) call.end();
      for (const call of calls) if (call.over) calls.delete(call);
      await vi.advanceTimersByTimeAsync(250);
    }
    if (sent % 5_000 === 4_999) for (const each of phones) await back(each);
    if (stranger.closedWith !== null || sent % 20_000 === 0) {
      stranger.drop();
      stranger.connect();
      stranger.all.length = 0;
    }
  }
  const tookMs = performance.now() - startedMs;

  expect(problems).toEqual([]);
  for (const call of calls) call.end();
  stranger.drop();
  for (const phone of phones) await back(phone);
  stranger.connect();
  await vi.advanceTimersByTimeAsync(0);
  // What phones never acknowledged is given up.
  for (let seconds = 0; seconds < 70; seconds += 1) {
    for (const phone of [stranger, ...phones]) phone.touch();
    await vi.advanceTimersByTimeAsync(1_000);
    if (seconds % 25 === 24) stranger.connect();
  }
  for (const phone of phones) expect((await phone.register()).status).toBe(200);
  expect(edge.stats()).toEqual({ ...before, sockets: edge.stats().sockets });
  calls.clear();
  pool = [];
  // What the test itself remembers is not the edge's.
  events.length = 0;
  for (const phone of [stranger, ...phones]) phone.all.length = 0;
  const grownMb = heapMb() - heapBefore;
  console.log(
    `${MESSAGES} mutants, seed ${SEED}: ${Math.round(tookMs)} ms, heap ${grownMb.toFixed(1)} MB`,
    Object.fromEntries(seen),
  );
  // Many got as deep as a phone can get.
  for (const what of ['accepted', 'held', 'key 5', 'ringing', 'ended bye', 'ended cancelled'])
    expect([what, (seen.get(what) ?? 0) > 10]).toEqual([what, true]);
  expect(grownMb).toBeLessThan(MAX_HEAP_GROWTH_MB);
  await edge.stop();
  expect(vi.getTimerCount()).toBe(0);
}, 120_000);

function heapMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 1_048_576;
}
