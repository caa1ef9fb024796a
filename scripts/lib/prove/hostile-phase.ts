import { createSocket } from 'node:dgram';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { dice, mutated } from '#adapters/telephony/embedded/sip/mutated-message.fixture.ts';
import { tortureMessages } from '#adapters/telephony/embedded/sip/torture-messages.fixture.ts';
import { chatSocket } from '#features/chat/chat/contract.ts';
import { visitorSocket } from '#features/chat/chat-channels/contract.ts';
import { userChannel } from '#shared/user-channel.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { badInputFor, brokenBodies, requestFor, seeded, type CallShape, type Payload } from '#test/bad-input.ts';
import type { Schema } from '#test/contract-input.ts';
import { freePort } from '../../../bench/product.ts';
import { frameOf, hostileFrames, openWire, rawRequests, sendFrames, sendRaw } from './hostile-wire.ts';
import { goToWork } from './people-at-work.ts';
import type { RunPlan } from './plan.ts';
import type { HostileLine, HostileProof } from './proof.ts';
import { openProvenHouse, type ProvenHouse } from './proven-house.ts';

const PATIENCE_MS = 20_000;
/** Longer than a server waits for the rest of a request. */
const SLOW_MS = 90_000;
/** Who sends wrong things so often is refused for a minute: there are several of them. */
const CALLERS = 40;
const HALF_OPEN = 300;
const HUGE_BYTES = 64 * 1_048_576;
const PIECE = Buffer.alloc(65_536, 'x');
const MOST_WAITING = 1_048_576;
const PACKETS = 20_000;
const MUTANTS = 3_000;

/** Everything a stranger or a broken program may send, while people work, must leave them alone. */
export async function proveHostile(
  plan: RunPlan,
  say: (line: string) => void,
  keep: (proof: HostileProof) => void,
): Promise<void> {
  const untilMs = performance.now() + plan.seconds.hostile * 1_000;
  const mediaPort = await freePort();
  const house = await openProvenHouse({
    seed: plan.seed,
    wishes: (index) => ({ env: index === 1 ? { MEDIA_PORT: String(mediaPort) } : {} }),
  });
  try {
    const people = await goToWork(house, { teams: 1, people: 3, chats: 2 });
    await wait(2_000);
    const victim = house.processes[0]!;
    const port = Number(new URL(victim.origin).port);
    // A call that is made for the first time reads its contract and is compiled, which is kept: what grows after that is not.
    await tryContracts(house, victim.origin, { seed: plan.seed + 1, untilMs: 0 });
    const beforeMb = rssMb(victim.pid());
    const lines: HostileLine[] = [];
    const report = (line: HostileLine): void => {
      const ended = victim.isUp ? [] : ['the process does not answer any more'];
      lines.push({ ...line, wrong: [...line.wrong, ...ended] });
      say(`${line.what}: ${line.tried} tried, ${line.wrong.length} wrong`);
      for (const one of new Set(line.wrong)) say(`  ${one}`);
    };
    report(await tryRaw(port));
    report(await tryHalfOpen(port));
    report(await tryHuge(port));
    report(await tryFrames(house, port));
    report(await trySip(port, plan.seed));
    report(await tryPackets(mediaPort));
    for (const line of await tryContracts(house, victim.origin, { seed: plan.seed, untilMs })) report(line);
    await wait(3_000);
    const grownMb = rssMb(victim.pid()) - beforeMb;
    const { requests, failed, longestMs } = people;
    for (const line of people.failureLines()) say(`  ${line}`);
    keep({ lines, requests, failed, longestMs, grownMb });
    await people.leave();
  } finally {
    await house.stop();
  }
}

/** Of memory the system gave it; 0 where it does not tell. */
export function rssMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

async function tryRaw(port: number): Promise<HostileLine> {
  // At once: some are closed only when the server's patience ends.
  const answers = await Promise.all(
    rawRequests.map(async ({ name, bytes }) => {
      const { status, isSilent } = await sendRaw(port, bytes, SLOW_MS);
      if (isSilent) return `${name}: neither answered nor closed`;
      return status !== null && status >= 500 && status !== 501 && status !== 505 ? `${name}: ${status}` : null;
    }),
  );
  return { what: 'requests that are none', tried: rawRequests.length, wrong: answers.filter((one) => one !== null) };
}

/** Many who begin to ask and never go on; somebody else is answered meanwhile. */
async function tryHalfOpen(port: number): Promise<HostileLine> {
  const sockets = Array.from({ length: HALF_OPEN }, () => {
    const socket = openWire(port);
    socket.on('error', () => {});
    socket.write('POST /api/echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nx');
    return socket;
  });
  const answer = await sendRaw(port, 'GET /api/echo HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  for (const socket of sockets) socket.destroy();
  return {
    what: 'requests that are begun and never ended, all at once',
    tried: HALF_OPEN,
    wrong: answer.status === 200 ? [] : [`somebody else was answered ${answer.status ?? 'nothing'}`],
  };
}

async function tryHuge(port: number): Promise<HostileLine> {
  const wrong: string[] = [];
  for (const [name, head] of [
    ['by its length', `content-length: ${10 * 1_073_741_824}\r\n`],
    ['in chunks', 'transfer-encoding: chunked\r\n'],
  ] as const) {
    const taken = await pour(
      port,
      `PUT /admin/saas_plat/user/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${head}\r\n`,
      name === 'in chunks',
    );
    if (taken >= HUGE_BYTES) wrong.push(`${taken} bytes were taken of a body announced ${name}`);
  }
  return { what: 'bodies without an end', tried: 2, wrong };
}

/** How much is taken of it without a word; 0 where it was answered or closed. */
async function pour(port: number, head: string, isChunked: boolean): Promise<number> {
  const socket = openWire(port);
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (piece: Buffer) => void (received += piece.toString('latin1')));
  socket.write(head);
  const taken = (): number => socket.bytesWritten - socket.writableLength;
  const isAnswered = (): boolean => socket.destroyed || received.startsWith('HTTP/1.1 4');
  for (const untilMs = performance.now() + PATIENCE_MS; !isAnswered() && taken() < HUGE_BYTES; await wait(1)) {
    if (performance.now() > untilMs) break;
    if (socket.writableLength > MOST_WAITING) continue;
    if (isChunked) socket.write(`${PIECE.length.toString(16)}\r\n`);
    socket.write(PIECE);
    if (isChunked) socket.write('\r\n');
  }
  const all = isAnswered() ? 0 : taken();
  socket.destroy();
  return all;
}

async function tryFrames({ db }: ProvenHouse, port: number): Promise<HostileLine> {
  const { token } = await aMember(db, await aTenant(db, { name: 'Hostile frames' }), { isOwner: true, textSeat: true });
  const wrong: string[] = [];
  let tried = 0;
  const places = [
    { path: `${chatSocket.path}?wind_unique_id=x&lang=en_US`, protocol: token },
    { path: userChannel.path, protocol: token },
    { path: visitorSocket.path, protocol: 'no-token-of-anybody-at-all' },
    { path: '/cc/sip/main', protocol: 'sip' },
  ];
  for (const place of places)
    for (const { name, frames } of hostileFrames) {
      await sendFrames(port, place, frames(), 400);
      const answer = await sendRaw(port, 'GET /api/echo HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
      if (answer.status !== 200) wrong.push(`${place.path}: ${name}: somebody else was answered ${answer.status}`);
      tried += 1;
    }
  return { what: 'websocket frames no browser sends', tried, wrong };
}

async function trySip(port: number, seed: number): Promise<HostileLine> {
  const roll = dice(seed);
  const texts = tortureMessages.map(({ text }) => text);
  const messages = [
    ...texts,
    ...Array.from({ length: MUTANTS }, () => mutated(texts[roll(texts.length)]!, roll, texts)),
  ];
  const wrong: string[] = [];
  // A few on each socket: whoever sends too much that is wrong is not listened to any more.
  for (let from = 0; from < messages.length; from += 50) {
    const frames = messages.slice(from, from + 50).map((text) => frameOf(text));
    await sendFrames(port, { path: '/cc/sip/main', protocol: 'sip' }, frames, 60);
  }
  const answer = await sendRaw(port, 'GET /api/echo HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  if (answer.status !== 200) wrong.push(`afterwards somebody else was answered ${answer.status}`);
  return { what: 'SIP messages of the torture tests, and changed at random', tried: messages.length, wrong };
}

async function tryPackets(port: number): Promise<HostileLine> {
  const socket = createSocket('udp4');
  const firsts = [0x00, 0x01, 0x14, 0x16, 0x80, 0x90, 0xc8, 0xff];
  for (let sent = 0; sent < PACKETS; sent += 1) {
    const packet = randomBytes(1 + (sent % 1_400));
    packet[0] = firsts[sent % firsts.length]!;
    socket.send(packet, port, '127.0.0.1');
    if (sent % 200 === 0) await wait(1);
  }
  await wait(200);
  socket.close();
  return { what: 'packets that look like STUN, DTLS and RTP at the port for sound', tried: PACKETS, wrong: [] };
}

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: { name: string; schema: Schema }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
        'x-access': string;
      }
    >
  >;
}

/** Every call the product says it has, as its own document describes them. */
export const callsIn = ({ paths }: OpenApi): CallShape[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => {
      const [[type = '', content] = []] = Object.entries(requestBody?.content ?? {});
      return {
        method: method.toUpperCase(),
        path: path.replace(/#.*/, ''),
        isUpload: type === 'multipart/form-data',
        fields: {
          ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
          ...content?.schema.properties,
        },
      };
    }),
  );

async function tryContracts(
  house: ProvenHouse,
  origin: string,
  { seed, untilMs }: { seed: number; untilMs: number },
): Promise<HostileLine[]> {
  const calls = callsIn((await (await fetch(`${origin}/openapi.json`)).json()) as OpenApi);
  const tenantId = await aTenant(house.db, { name: 'Hostile' });
  const tokens: string[] = [];
  for (let n = 0; n < CALLERS; n += 1)
    tokens.push((await aMember(house.db, tenantId, { isOwner: true, textSeat: true, voiceSeat: true })).token);
  const random = seeded(seed);
  const wrong: string[] = [];
  let [tried, refusedForHaste] = [0, 0];
  const somebodyElse = async (place: number): Promise<void> => {
    tokens[place] = (await aMember(house.db, tenantId, { isOwner: true, textSeat: true, voiceSeat: true })).token;
  };
  const attempt = async (method: string, url: string, payload: Payload): Promise<void> => {
    const place = tried % tokens.length;
    tried += 1;
    let answer = await sent(origin, tokens[place]!, method, url, payload);
    // Signed out by its own call, or in haste: what was asked tells something only when somebody else asks it.
    if (answer.status === 401 || answer.status === 429) await somebodyElse(place);
    if (answer.status === 429) answer = await sent(origin, tokens[place]!, method, url, payload);
    if (answer.status === 429) refusedForHaste += 1;
    if (answer.status === 0 || answer.status >= 500)
      wrong.push(`${method} ${url.split('?')[0]!.slice(0, 120)}: ${answer.status} ${answer.why}`);
  };
  let rounds = 0;
  for (; rounds === 0 || (performance.now() < untilMs && rounds < 50); rounds += 1)
    for (const shape of calls) {
      if (rounds > 0 && performance.now() > untilMs) break;
      const { url, payload } = requestFor(shape, badInputFor(shape.fields, random));
      await attempt(shape.method, url, payload);
    }
  const contracts = {
    what: `${calls.length} calls of the contracts with wrong types and values`,
    tried,
    wrong: [...wrong],
  };
  const before = tried;
  wrong.length = 0;
  const writes = calls.filter(({ method }) => method === 'POST' || method === 'PUT');
  for (const body of brokenBodies)
    for (const shape of [random.oneOf(writes), random.oneOf(writes)])
      await attempt(shape.method, requestFor(shape, {}).url, body);
  const haste =
    refusedForHaste > tried / 10 ? [`${refusedForHaste} of ${tried} were refused for haste and tell nothing`] : [];
  return [contracts, { what: 'bodies that are no input', tried: tried - before, wrong: [...wrong, ...haste] }];
}

async function sent(
  origin: string,
  token: string,
  method: string,
  url: string,
  payload: Payload,
): Promise<{ status: number; why: string }> {
  try {
    const answer = await fetch(`${origin}${url}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload && payload.type.trim() !== '' && { 'content-type': payload.type }),
      },
      ...(payload && { body: payload.body as string }),
    });
    const text = await answer.text();
    return { status: answer.status, why: answer.status >= 500 ? text.slice(0, 160) : '' };
  } catch (problem) {
    return { status: 0, why: `${String(problem)} ${String((problem as Error).cause ?? '')}` };
  }
}
