import { createHash, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Invitation } from 'sip.js';
import type { Dialog } from 'sip.js/lib/core/index.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SuiteCall } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { openStage, type SuiteStage } from '#core/telephony/suite/suite-stage.fixture.ts';
import { AGENT, CUSTOMER } from '#core/telephony/suite/suite-tones.fixture.ts';
import type { SipTransport, TrunkSettings } from '#core/trunk/trunk-settings.ts';
import { openTrunkWays } from '#features/voice/trunks/server/index.ts';
import { systemClock } from '#platform/server/clock.ts';
import { aMember } from '#test/builders.ts';
import { openTestHouse, type TestHouse } from '#test/asterisk-house.ts';
import { openCutWay } from '#test/cut-way.ts';
import { freeUdpPort } from '#test/house-ports.ts';
import { openOutsideCarrier, type OutsideCarrier } from '#test/outside-carrier.ts';
import { outwardAddress } from '#test/outward-address.ts';
import { openTestRegistrar, type TestRegistrar } from '#test/registrar-transport.ts';
import { openSipPhone, type SipPhoneCall } from '#test/sip-phone.ts';
import type { Carrier, CarrierLeg } from '#adapters/telephony/carrier.ts';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import { aCertificate } from '#adapters/telephony/trunk/certificate.fixture.ts';
import { DEFAULT_TRUNK } from '#adapters/telephony/trunk/trunk-settings.ts';
import { outsideOn } from '#adapters/telephony/trunk/outside-trunk.fixture.ts';
import type { AsteriskExchange } from '#adapters/telephony/asterisk/asterisk-exchange.ts';
import { AmiClient } from '#adapters/telephony/asterisk/ami-client.ts';
import { nodesInTurn, shardOf, StasisApplication } from '#adapters/telephony/asterisk/config/house-names.ts';
import { processPassword } from '#adapters/telephony/asterisk/config/house-plan.ts';
import { houseLacks } from '#adapters/telephony/asterisk/config/start-asterisk-house.ts';
import { openAsteriskExchange } from '#adapters/telephony/asterisk/open-asterisk-exchange.ts';
import { openPhonesTable } from '#adapters/telephony/asterisk/open-phones-table.ts';
import { openNodeTrunks } from '#adapters/telephony/asterisk/lines/open-node-trunks.ts';
import type { NodeTrunks } from '#adapters/telephony/asterisk/lines/node-trunks.ts';
import { openProcessLine } from '#adapters/telephony/asterisk/lines/open-process-line.ts';
import type { ProcessLine } from '#adapters/telephony/asterisk/lines/process-line.ts';
import { allLines } from '#adapters/telephony/asterisk/lines/own-lines.ts';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import { aVisitorWithPass } from '#features/voice/calls/server/calls.fixture.ts';

const ADDRESS = outwardAddress();
const LINE = 'rehearsal';
const DID = '525555000001';
const CALLER = '+4930123456';
const REALM = 'carrier.test';
const lacks = houseLacks();

describe.skipIf(lacks)(`lines of Asterisk nodes${lacks ? ` (left out: ${lacks})` : ''}`, { timeout: 60_000 }, () => {
  let house: TestHouse;
  let chat: Awaited<ReturnType<typeof aChatHouse>>;
  let tenantId: number;
  let exchange: AsteriskExchange;
  let trunks: NodeTrunks;
  let processLine: ProcessLine;
  let stage: SuiteStage;
  const metronome = openMetronome();
  const people: SuiteCall[] = [];
  const outside = outsideOn(people);
  const bugs: unknown[] = [];
  const log = { error: (fields: object) => void bugs.push(fields), warn: () => {} };
  let callIn: (leg: CarrierLeg) => void = () => {};
  /** Whom the line of this process leads to, and who calls over it. */
  const carrier: Carrier = {
    place: (leg) => outside.join(leg),
    onCall: (listener) => void (callIn = listener),
    stop: () => {},
  };

  const openTrunks = () =>
    openNodeTrunks({
      plan: house.plan,
      nodes: house.nodes,
      ways: openTrunkWays(house.db),
      isAllowed: () => true,
      clock: systemClock,
      log,
    });

  async function openExchange(lines: NodeTrunks): Promise<AsteriskExchange> {
    return openAsteriskExchange({
      domain: house.domain,
      nodes: house.nodes,
      edgeUrl: house.edge.rpcUrl,
      phones: openPhonesTable(house.databaseUrl, (problem) => void bugs.push(problem)),
      applications: [StasisApplication.ofTenant(tenantId), StasisApplication.lobby],
      lines: allLines(processLine, lines),
      address: ADDRESS,
      recordingsFolder: folder,
      metronome,
      clock: systemClock,
      log,
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'openseat-recordings-'));
  const certified = aCertificate(ADDRESS);
  const misnamed = aCertificate('carrier.example');
  const keptAs = (name: string, pem: string): string => {
    const file = join(folder, name);
    writeFileSync(file, pem);
    return file;
  };

  beforeAll(async () => {
    const cert = keptAs('cert.pem', certified.cert);
    const certificate = { cert, key: keptAs('key.pem', certified.key) };
    const trust = keptAs('trust.pem', certified.cert + misnamed.cert);
    house = await openTestHouse({ nodes: 2, address: ADDRESS, certificate, trust });
    chat = await aChatHouse(house.db);
    tenantId = chat.tenantId;
    await house.db.everyTenant('a number for a test', (tx) =>
      sql`insert into did_number (tenant_id, number, carrier) values (${tenantId}, ${DID}, ${LINE})`.execute(tx.as()),
    );
    processLine = await openProcessLine({
      line: LINE,
      carrier,
      address: ADDRESS,
      nodes: house.plan.nodes,
      password: processPassword(house.plan.secrets.ari),
      tenantOf: async (number) => (number === DID ? tenantId : null),
      metronome,
      clock: systemClock,
      log,
    });
    trunks = await openTrunks();
    exchange = await openExchange(trunks);
    stage = openStage({
      telephony: exchange,
      tenantId,
      lacks: ['confirmedAnswers'],
      outside: { line: LINE, number: '5557777', callIn: () => people[0]!, rung: () => people.at(-1) },
      phone: (account) => house.phone(account, tenantId),
      pass: (ms) => new Promise((done) => void setTimeout(done, ms)),
      read: async () => new Uint8Array(),
      close: async () => {},
    });
  }, 90_000);
  afterAll(async () => {
    await exchange?.stop('end');
    await processLine?.stop();
    await trunks?.stop();
    metronome.stop();
    outside.stop();
    await house?.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(bugs).toEqual([]);
  }, 30_000);

  /** An agent of the tenant and whoever is on this leg hear each other, and the agent hangs up. */
  async function talks({ leg, call }: { leg: Parameters<AsteriskExchange['hangUp']>[0]; call: SuiteCall }) {
    const agent = await stage.talkingAt(await house.phone('1001', tenantId), AGENT);
    call.speak(CUSTOMER);
    await exchange.bridge(agent.leg, leg);
    await stage.hears(agent.call, [CUSTOMER]);
    await stage.hears(call, [AGENT]);
    await call.key('7');
    expect(await stage.saw('keyPressed', leg)).toMatchObject({ key: '7' });
    await exchange.hangUp(agent.leg);
    await exchange.hangUp(leg);
    await stage.until('it is over', () => call.at() === 'over');
  }

  describe('a line of a process', () => {
    test('a node calls somebody there: it rings, is answered, heard both ways and ended', async () => {
      const leg = await stage.ring({ number: '5557777', line: LINE });
      const call = await stage.until('it rings', () => people.findLast((one) => one.at() === 'ringing'));
      expect(call.callerId()).toBe('5550100');
      call.ring();
      await stage.saw('legRinging', leg);
      await call.answer();
      await stage.saw('legAnswered', leg);
      await talks({ leg, call });
    });

    test('somebody there is busy, and the leg ends so', async () => {
      const leg = await stage.ring({ number: '5557778', line: LINE });
      const call = await stage.until('it rings', () => people.findLast((one) => one.at() === 'ringing'));
      await call.decline(486);
      expect(await stage.ended(leg)).toMatchObject({ cause: 'busy', sipStatus: 486 });
    });

    test('somebody there calls a number of the tenant, on the tenant’s own node', async () => {
      const before = stage.events.length;
      const call = outside.place({ ...carrier, place: (leg) => callIn(leg) }, DID, '525555500042');
      const offered = await stage.until('it is offered', () =>
        stage.events.slice(before).find((event) => event.type === 'legOffered'),
      );
      expect(offered).toMatchObject({ to: DID, from: { line: LINE, from: '525555500042' } });
      const { leg } = offered as { leg: Parameters<AsteriskExchange['hangUp']>[0] };
      await exchange.answer(leg);
      await stage.until('it talks', () => call.at() === 'talking');
      await talks({ leg, call });
    });

    test('who does not know the password is let in nowhere', async () => {
      const stranger = await openProcessLine({
        line: LINE,
        carrier: { ...carrier, onCall: (listener) => void (strangersCall = listener) },
        address: ADDRESS,
        nodes: house.plan.nodes,
        password: 'guessed',
        tenantOf: async () => tenantId,
        metronome,
        clock: systemClock,
        log,
      });
      onTestFinished(() => stranger.stop());
      const before = stage.events.length;
      const call = outside.place({ ...carrier, place: (leg) => strangersCall(leg) }, DID, '1');
      await stage.until('it is refused', () => call.at() === 'over');
      expect(call.status()).toBe(401);
      expect(stage.events.slice(before).some(({ type }) => type === 'legOffered')).toBe(false);
    });
    let strangersCall: (leg: CarrierLeg) => void = () => {};
  });

  describe('a trunk', () => {
    /** A carrier with a registrar, and a trunk of the tenant's to it. */
    async function aTrunk(
      line: string,
      {
        password = 'right',
        wishes = {} as Partial<TrunkSettings>,
        transport = 'udp' as SipTransport,
        certificate = certified,
        isSecured = false,
        saysTransport = true,
      } = {},
    ): Promise<{ carrier: OutsideCarrier; registrar: TestRegistrar; settings: TrunkSettings }> {
      const port = await freeUdpPort(ADDRESS);
      const registrar = openTestRegistrar('acme', 'right', REALM);
      const { trunkAddress, trunkPort, trunkTlsPort } = house.plan.edge;
      const edge = { address: trunkAddress, port: transport === 'tls' ? trunkTlsPort : trunkPort };
      const to = { address: ADDRESS, port, edge, registrar, transport, saysTransport, certificate, isSecured };
      const carrier = await openOutsideCarrier(line, to);
      onTestFinished(() => carrier.close());
      const settings: TrunkSettings = {
        ...DEFAULT_TRUNK,
        domain: REALM,
        gateways: [{ host: ADDRESS, port, transport }],
        security: isSecured ? 'sdes' : 'none',
        account: { user: 'acme', password },
        register: { seconds: 300 },
        calledNumber: { form: 'asGiven' },
        healthSec: 2,
        ...wishes,
      };
      await trunks.put(line, settings, { mayBePrivate: true, tenantId });
      onTestFinished(() => trunks.take(line, 'goOn'));
      return { carrier, registrar, settings };
    }
    const registered = (line: string, at = 'registered') =>
      stage.until(
        `${line} is ${at}: ${JSON.stringify(trunks.state(line))}`,
        () => trunks.state(line)?.registration.at === at,
      );

    async function offered(before: number) {
      const found = await stage.until('it is offered', () =>
        stage.events.slice(before).find((event) => event.type === 'legOffered'),
      );
      return found as Extract<(typeof stage.events)[number], { type: 'legOffered' }>;
    }

    test('registers with its password at the edge’s address, and calls go out and come in over it', async () => {
      const { carrier: theirs, registrar } = await aTrunk('sip-11');
      await registered('sip-11');
      expect(registrar.contact()).toContain(`@${ADDRESS}:${house.plan.edge.trunkPort}`);

      const leg = await stage.ring({ number: theirs.outside.number, line: 'sip-11' });
      const call = await stage.until('outside rings', () => theirs.outside.rung());
      expect(call.callerId()).toBe('+5550100');
      expect(call.header('P-Asserted-Identity')).toBe(`<sip:+5550100@${REALM}>`);
      expect(call.header('X-Line')).toBeUndefined();
      call.ring();
      await stage.saw('legRinging', leg);
      await call.answer();
      await stage.saw('legAnswered', leg);
      expect(trunks.state('sip-11')).toMatchObject({ calls: { outgoing: 1, incoming: 0 }, placed: 1 });
      await talks({ leg, call });

      const tried = trunks.tryCall('sip-11', { to: theirs.outside.number, from: '5550100' });
      const trial = await stage.until('it is tried', () => theirs.outside.rung());
      await trial.answer();
      expect(await tried).toEqual({ at: 'answered' });
      await stage.until('the trial is over', () => trial.at() === 'over');

      const before = stage.events.length;
      const incoming = theirs.outside.callIn(DID, CALLER);
      const offer = await offered(before);
      expect(offer).toMatchObject({ to: DID, from: { line: 'sip-11', from: CALLER } });
      await exchange.answer(offer.leg);
      await stage.until('it talks', () => incoming.at() === 'talking');
      await talks({ leg: offer.leg, call: incoming });

      await trunks.take('sip-11', 'goOn');
      await stage.until('the carrier is told goodbye', () => registrar.contact() === null);
    });

    test('with a wrong password it says that it was refused', async () => {
      await aTrunk('sip-12', { password: 'wrong' });
      await registered('sip-12', 'refused');
      expect(trunks.state('sip-12')?.lastFault?.what).toBe('refused');
    });

    test('a carrier that answers nothing is unreachable, and calls say so', async () => {
      const port = await freeUdpPort(ADDRESS);
      await aTrunk('sip-13', { wishes: { gateways: [{ host: ADDRESS, port, transport: 'udp' }], register: null } });
      await stage.until('it is down', () => trunks.state('sip-13')?.gateways[0]?.at === 'down');
    });

    test('a certificate for one trunk alone is said to count for nothing, and no call goes over it', async () => {
      await aTrunk('sip-14', { transport: 'tls', wishes: { roots: [certified.cert] } });
      await stage.until('it is said', () => trunks.state('sip-14')?.lastFault?.what === 'ownRoots');
      const leg = await stage.ring({ number: '493011', line: 'sip-14' });
      expect(await stage.ended(leg)).toMatchObject({ sipStatus: 503 });
    });

    test('a carrier that is known by its address calls the edge; strangers are not answered', async () => {
      const { carrier: theirs } = await aTrunk('sip-15', { wishes: { register: null, account: null } });
      await trunks.find('sip-15');
      const before = stage.events.length;
      const call = theirs.outside.callIn(DID, CALLER);
      const offer = await offered(before);
      expect(offer).toMatchObject({ to: DID, from: { line: 'sip-15', from: CALLER } });
      await exchange.refuse(offer.leg, 486);
      await stage.until('it is refused', () => call.status() === 486);

      await trunks.take('sip-15', 'goOn');
      const stranger = theirs.outside.callIn(DID, CALLER);
      const known = theirs.outside.callIn(DID, CALLER);
      await stage.exchange.pass(1_000);
      expect([stranger.provisionalStatuses(), known.provisionalStatuses(), stranger.at()]).toEqual([[], [], 'calling']);
    });

    test.each(['tcp', 'tls'] as const)(
      'over %s it registers, and calls go out and come in over the connection',
      async (transport) => {
        const line = transport === 'tcp' ? 'sip-31' : 'sip-32';
        const isSecured = transport === 'tls';
        const { carrier: theirs, registrar } = await aTrunk(line, { transport, isSecured, saysTransport: false });
        await registered(line);
        expect(registrar.contact()).toMatch(new RegExp(`;transport=${transport}$`, 'i'));
        await stage.until('it lives', () => trunks.state(line)?.gateways[0]?.at === 'up');

        const leg = await stage.ring({ number: theirs.outside.number, line });
        const call = await stage.until('outside rings', () => theirs.outside.rung());
        await call.answer();
        await stage.saw('legAnswered', leg);
        await talks({ leg, call });

        const before = stage.events.length;
        const incoming = theirs.outside.callIn(DID, CALLER);
        const offer = await offered(before);
        expect(offer).toMatchObject({ to: DID, from: { line, from: CALLER } });
        await exchange.answer(offer.leg);
        await stage.until('it talks', () => incoming.at() === 'talking');
        await talks({ leg: offer.leg, call: incoming });
      },
    );

    test.each(['tcp', 'tls'] as const)(
      'a carrier that is known by its address calls the edge by %s, secured or not',
      async (transport) => {
        const line = transport === 'tcp' ? 'sip-33' : 'sip-34';
        const isSecured = transport === 'tls';
        const known = { register: null, account: null };
        const { carrier: theirs } = await aTrunk(line, { transport, isSecured, wishes: known });
        await trunks.find(line);
        for (const hangsUp of ['we', 'they', 'we, and its connection had ended']) {
          const before = stage.events.length;
          const call = theirs.outside.callIn(DID, CALLER);
          const offer = await offered(before);
          expect(offer).toMatchObject({ to: DID, from: { line, from: CALLER } });
          await exchange.answer(offer.leg);
          await stage.until('it talks', () => call.at() === 'talking');
          if (hangsUp === 'we') await talks({ leg: offer.leg, call });
          else if (hangsUp === 'they') {
            await call.hangUp();
            expect(await stage.ended(offer.leg)).toMatchObject({ by: 'them' });
          } else {
            theirs.cut();
            await exchange.hangUp(offer.leg);
            await stage.until('they hear of it', () => call.at() === 'over');
          }
        }
        await trunks.take(line, 'goOn');
        const stranger = theirs.outside.callIn(DID, CALLER);
        await stage.exchange.pass(1_000);
        expect([stranger.provisionalStatuses(), stranger.at()]).toEqual([[], 'calling']);
      },
    );

    test.each([
      ['bears another name', 'sip-35', misnamed],
      ['is vouched for by nobody', 'sip-37', aCertificate(ADDRESS)],
    ])('a carrier whose certificate %s is not spoken to', async (_, line, certificate) => {
      const { registrar } = await aTrunk(line, { transport: 'tls', certificate });
      await stage.until('it is down', () => trunks.state(line)?.gateways[0]?.at === 'down');
      await stage.exchange.pass(1_000);
      expect(registrar.registers).toEqual([]);
    });

    test('over a connection it is registered by the tenant’s own node again once that lives', async () => {
      const [own, other] = nodesInTurn(shardOf(tenantId), house.nodes);
      const { registrar } = await aTrunk('sip-38', { transport: 'tcp' });
      const isAt = (node: typeof own) => registrar.contact()?.includes(`:${node!.plan.trunkPort};`) ?? false;
      await stage.until('its own node registers', () => isAt(own));
      await own!.kill();
      await stage.until('the other registers', () => isAt(other));
      await own!.start();
      await stage.until('its own node registers again', () => isAt(own));
    });

    const sipOf = (method: string, { to = DID } = {}): string =>
      [
        `${method} sip:${to}@${ADDRESS} SIP/2.0`,
        `Via: SIP/2.0/TCP ${ADDRESS}:5060;branch=z9hG4bK-${method}`,
        'Max-Forwards: 70',
        `From: <sip:${CALLER}@${ADDRESS}>;tag=somebody`,
        `To: <sip:${to}@${ADDRESS}>`,
        `Call-ID: somebody-${method}`,
        `CSeq: 1 ${method}`,
        `Contact: <sip:${CALLER}@${ADDRESS};transport=tcp>`,
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n');

    /** What comes back to whoever says this over a connection to the edge. */
    function saysTo(port: number, ...texts: string[]) {
      const socket = connect({ port, host: ADDRESS, localAddress: ADDRESS });
      onTestFinished(() => void socket.destroy());
      const heard = { text: '', isClosed: false };
      socket.on('data', (bytes) => void (heard.text += String(bytes)));
      socket.on('close', () => (heard.isClosed = true));
      for (const text of texts) socket.write(text);
      return heard;
    }

    test.each(['wsPort', 'trunkPort'] as const)(
      'a stranger who calls at %s is shut out without a word',
      async (port) => {
        const heard = saysTo(house.plan.edge[port], sipOf('INVITE'));
        await stage.until('it is shut out', () => heard.isClosed);
        expect(heard.text).toBe('');
      },
    );

    test('a carrier that says what nobody asked for keeps its connection', async () => {
      const { carrier: theirs } = await aTrunk('sip-39', {
        transport: 'tcp',
        wishes: { register: null, account: null },
      });
      await trunks.find('sip-39');
      const heard = saysTo(house.plan.edge.trunkPort, sipOf('NOTIFY'), sipOf('OPTIONS'));
      await stage.until('it is answered', () => heard.text !== '');
      expect(heard).toMatchObject({ text: expect.stringMatching(/^SIP\/2.0 200 .*CSeq: 1 OPTIONS/s), isClosed: false });
      theirs.cut();
    });

    test('no phone opens a websocket where carriers call', async () => {
      const key = randomBytes(16).toString('base64');
      const upgrade = [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Protocol: sip',
      ];
      const lines = [
        'GET / HTTP/1.1',
        `Host: ${ADDRESS}`,
        ...upgrade,
        `Sec-WebSocket-Key: ${key}`,
        'Content-Length: 0',
        '',
        '',
      ];
      const asked = lines.join('\r\n');
      const [carriers, phones] = ['trunkPort', 'wsPort'].map((port) =>
        saysTo(house.plan.edge[port as 'wsPort'], asked),
      );
      await stage.until('both are answered', () => carriers!.text !== '' && phones!.text !== '');
      expect([carriers!.text, phones!.text].map((text) => text.slice(0, 12))).toEqual(['HTTP/1.1 404', 'HTTP/1.1 101']);
    });

    test('either all calls of a trunk are secured or none', async () => {
      const { carrier: theirs } = await aTrunk('sip-36', { isSecured: true, wishes: { security: 'none' } });
      await registered('sip-36');
      const call = theirs.outside.callIn(DID, CALLER);
      await stage.until('it is refused', () => call.at() === 'over');
      expect(call.status()).toBe(488);
      expect(trunks.state('sip-36')?.lastFault?.what).toBe('noCommonSound');
    });

    test('no more calls come in at once than the trunk takes, and the carrier is told so', async () => {
      const { carrier: theirs } = await aTrunk('sip-18', { wishes: { callsAtOnce: 1 } });
      await registered('sip-18');
      const before = stage.events.length;
      const call = theirs.outside.callIn(DID, CALLER);
      const offer = await offered(before);
      const tooMany = theirs.outside.callIn(DID, CALLER);
      await stage.until('it is refused', () => tooMany.at() === 'over');
      expect(tooMany.status()).toBe(486);
      expect(trunks.state('sip-18')?.lastFault?.what).toBe('tooManyCalls');
      expect(stage.events.filter(({ type }) => type === 'legOffered').length).toBe(
        stage.events.slice(0, before).filter(({ type }) => type === 'legOffered').length + 1,
      );
      await exchange.refuse(offer.leg, 486);
      await stage.until('the first is over', () => call.at() === 'over');
    });

    test('the word of one call opens no other: what is said about it under a word of somebody else’s call is not heard', async () => {
      const { carrier: theirs } = await aTrunk('sip-19');
      await registered('sip-19');
      const talking = async () => {
        const before = stage.events.length;
        const call = theirs.outside.callIn(DID, CALLER) as SipPhoneCall;
        const { leg } = await offered(before);
        await exchange.answer(leg);
        await stage.until('it talks', () => call.at() === 'talking');
        return { leg, dialog: call.session.dialog as unknown as Dialog };
      };
      const [one, other] = [await talking(), await talking()];
      const socket = createSocket('udp4');
      onTestFinished(() => void socket.close());
      const answers: string[] = [];
      socket.on('message', (bytes) => void answers.push(/^CSeq: (.*)$/im.exec(String(bytes))![1]!.trim()));
      await once(socket.bind(0, ADDRESS), 'listening');
      const says = (number: number, routes: readonly string[]): void => {
        const { remoteTarget, localURI, localTag, remoteURI, remoteTag, callId } = other.dialog;
        const lines = [
          `BYE ${remoteTarget} SIP/2.0`,
          `Via: SIP/2.0/UDP ${ADDRESS}:${socket.address().port};rport;branch=z9hG4bK-${number}`,
          ...routes.map((route) => `Route: ${route}`),
          'Max-Forwards: 70',
          `From: <${localURI}>;tag=${localTag}`,
          `To: <${remoteURI}>;tag=${remoteTag}`,
          `Call-ID: ${callId}`,
          `CSeq: ${number} BYE`,
          'Content-Length: 0',
        ];
        const { trunkAddress, trunkPort } = house.plan.edge;
        socket.send(`${lines.join('\r\n')}\r\n\r\n`, trunkPort, trunkAddress);
      };
      const wayOf = ({ dialog }: typeof one): string => /;way=([0-9a-f]+)/.exec(dialog.routeSet.join(' '))![1]!;
      says(
        9_001,
        other.dialog.routeSet.map((route) => route.replace(wayOf(other), wayOf(one))),
      );
      says(9_002, other.dialog.routeSet);
      expect(await stage.ended(other.leg)).toMatchObject({ by: 'them' });
      await stage.until('it is answered', () => answers.length > 0);
      expect(answers).toEqual(['9002 BYE']);
      await exchange.hangUp(one.leg);
    });

    test('its sound may be secured', async () => {
      const { carrier: theirs } = await aTrunk('sip-16', { wishes: { security: 'sdes' } });
      await registered('sip-16');
      await stage.ring({ number: theirs.outside.number, line: 'sip-16' });
      const call = await stage.until('outside rings', () => theirs.outside.rung());
      expect(((call as SipPhoneCall).session as Invitation).request.body).toContain('RTP/SAVP');
      await call.decline(486);
    });

    test('while its process is away it stays registered, and the next process finds it so; a node that died is told again', async () => {
      const { registrar, settings } = await aTrunk('sip-17');
      await registered('sip-17');
      const asked = registrar.registers.length;
      const next = await openTrunks();
      onTestFinished(() => next.stop());
      await next.put('sip-17', settings, { mayBePrivate: true, tenantId });
      await stage.until('it is found', () => next.state('sip-17')?.registration.at === 'registered');
      expect(registrar.registers.length).toBe(asked);
      for (const node of house.nodes) await node.kill();
      registrar.accepted('', 0);
      for (const node of house.nodes) await node.start();
      await stage.until('it is registered again', () => registrar.contact() !== null);
    });
  });

  describe('a trunk whose nodes are lost sight of', () => {
    test('a connection that breaks is no end of the node: it is registered once, and from where it was', async () => {
      const port = await freeUdpPort(ADDRESS);
      const registrar = openTestRegistrar('acme', 'right', REALM);
      const edge = { address: house.plan.edge.trunkAddress, port: house.plan.edge.trunkPort };
      const theirs = await openOutsideCarrier('sip-21', { address: ADDRESS, port, edge, registrar });
      onTestFinished(() => theirs.close());
      const [own] = nodesInTurn(shardOf(tenantId), house.nodes);
      const way = await openCutWay(own!.ami);
      onTestFinished(() => way.close());
      const watched = await openNodeTrunks({
        plan: house.plan,
        nodes: house.nodes.map((node) => (node === own ? { ...node, ami: { ...node.ami, port: way.port } } : node)),
        ways: openTrunkWays(house.db),
        isAllowed: () => true,
        clock: systemClock,
        log,
      });
      onTestFinished(() => watched.stop());
      const gateways = [{ host: ADDRESS, port, transport: 'udp' as const }];
      const account = { user: 'acme', password: 'right' };
      const settings = { ...DEFAULT_TRUNK, domain: REALM, gateways, account, register: { seconds: 300 } };
      await watched.put('sip-21', settings, { mayBePrivate: true, tenantId });
      onTestFinished(() => watched.take('sip-21', 'goOn'));
      await stage.until('it is registered', () => watched.state('sip-21')?.registration.at === 'registered');
      const asked = registrar.registers.length;
      const led = way.led();
      way.cuts();
      await watched.find('sip-21');
      way.opens();
      await stage.until('it is watched again', () => way.led() > led);
      await stage.until('it is known again', async () => {
        await watched.find('sip-21');
        return watched.state('sip-21')?.registration.at === 'registered';
      });
      const listed = await Promise.all(
        house.nodes.map(({ ami }) => {
          const client = new AmiClient(ami);
          return client.list('PJSIPShowRegistrationsOutbound').finally(() => client.close());
        }),
      );
      const isIt = ({ Event, ObjectName }: Readonly<Record<string, string>>): boolean =>
        Event === 'OutboundRegistrationDetail' && ObjectName === 'sip-21';
      expect(listed.map((all) => all.filter(isIt).length)).toEqual(house.nodes.map((node) => (node === own ? 1 : 0)));
      expect(registrar.registers.length).toBe(asked);
      expect(registrar.contact()).not.toBeNull();
    });
  });

  describe('accounts of the edge', () => {
    const ha1Of = (account: string, password: string) =>
      createHash('md5').update(`${account}:${house.domain}:${password}`).digest('hex');
    const run = (query: ReturnType<typeof sql>) => house.db.everyTenant('arranges', (tx) => query.execute(tx.as()));

    test('a phone that tests lines registers until its account runs out', async () => {
      const { userId } = await aMember(house.db, tenantId);
      const account = `test-${tenantId}-${userId}-${Math.floor(Date.now() / 1_000) + 600}-${randomBytes(6).toString('hex')}`;
      await run(sql`insert into probe_account (account, tenant_id, user_id, ha1, ends_at)
        values (${account}, ${tenantId}, ${userId}, ${ha1Of(account, 'word')}, now() + interval '10 minutes')`);
      const way = { account, password: 'word', domain: house.domain, server: house.phonesUrl, sendsCandidates: true };
      const phone = await openSipPhone(way);
      onTestFinished(() => phone.close());
      const before = stage.events.length;
      const call = phone.call('5551');
      const offered = await stage.until('it is offered', () =>
        stage.events.slice(before).find((event) => event.type === 'legOffered'),
      );
      expect(offered).toMatchObject({ from: { account } });
      await call.hangUp();
      await run(sql`update probe_account set ends_at = now()`);
      await expect(openSipPhone(way)).rejects.toThrow('403');
    });

    test('a guest of a chat calls once, and only what the pass says', async () => {
      const { guest } = await aVisitorWithPass(house.db, chat as never, { used: false });
      await run(sql`update chat_call_pass set ha1 = ${ha1Of(guest, 'word')} where guest = ${guest}`);
      const aGuest = async (password = 'word') => {
        const phone = await openSipPhone({
          account: guest,
          password,
          domain: house.domain,
          server: house.phonesUrl,
          sendsCandidates: true,
          isGuest: true,
        });
        onTestFinished(() => phone.close());
        return phone;
      };
      const refused = async (to: string, password?: string) => {
        const call = (await aGuest(password)).call(to);
        await stage.until('it is refused', () => call.at() === 'over');
        return call.status();
      };
      expect(await refused('group', 'wrong')).toBe(403);
      expect(await refused('5551')).toBe(403);
      const before = stage.events.length;
      const phone = await aGuest();
      const call = phone.call('group');
      const offered = await stage.until('it is offered', () =>
        stage.events.slice(before).find((event) => event.type === 'legOffered'),
      );
      expect(offered).toMatchObject({ from: { guest }, to: 'group' });
      const { leg } = offered as { leg: Parameters<AsteriskExchange['hangUp']>[0] };
      await exchange.answer(leg);
      await stage.until('it talks', () => call.at() === 'talking');
      await talks({ leg, call });
      const again = phone.call('group');
      await stage.until('it is refused', () => again.at() === 'over');
      expect(again.status()).toBe(403);
      expect(await refused('group')).toBe(403);
    });
  });
});
