import { describe, expect, test, vi } from 'vitest';
import { DOMAIN, notedHandler, probeAccounts, type NotedHandler } from './loopback-edge.fixture.ts';
import { memoryLine } from './memory-line.fixture.ts';
import { fakeSdp } from './sip-js-phone.fixture.ts';
import { wirePhone, type WireDialog } from './wire-phone.fixture.ts';
import { openSipEdge } from './open-sip-edge.ts';

const { line, registered, theCall, notes } = memoryLine();

const suspicions = (): string[] =>
  line.events.filter((event) => event.type === 'suspicious').map((event) => `${event.what}: ${event.detail}`);

/** A call that talks, and what both sides know of it. */
async function talking(account = '1001', to = '1002') {
  const phone = await registered(account);
  const invite = phone.call(to);
  const call = theCall();
  void call.accept();
  const dialog = phone.dialogOf(invite, await phone.answerTo(invite, 200));
  phone.acknowledge(to, dialog);
  expect(notes(call)).toEqual(['accepted']);
  return { phone, call, dialog, to };
}
const answerOf = async (
  { phone, to, dialog }: { phone: Awaited<ReturnType<typeof registered>>; to: string; dialog: WireDialog },
  method: string,
  ask: Parameters<typeof phone.ask>[1] = {},
) => phone.answerTo(phone.inDialog(method, to, dialog, ask), 200);

describe('a phone calls', () => {
  test('trying, ringing, early sound, answer, confirmation, end', async () => {
    const phone = await registered('1001');
    const invite = phone.call('1002', { headers: ['X-Callee-Country-Code: 52', 'X-Unknown-Thing: 1'] });
    const call = theCall();
    expect(line.events.at(-1)).toMatchObject({
      type: 'invited',
      account: '1001',
      to: '1002',
      headers: { 'X-Callee-Country-Code': '52', 'X-Unknown-Thing': '1' },
    });
    expect(call.sipCallId).toBe(invite.callId);
    expect((await phone.answerTo(invite)).status).toBe(100);
    call.ring();
    expect((await phone.answerTo(invite)).status).toBe(180);
    await call.progress();
    const early = await phone.answerTo(invite);
    expect([early.status, early.body]).toEqual([183, fakeSdp()]);
    await call.accept();
    const accepted = await phone.answerTo(invite);
    expect([accepted.status, accepted.body]).toEqual([200, fakeSdp()]);
    expect((call.handle as NotedHandler).offers).toHaveLength(1);
    expect(notes()).toEqual([]);
    const dialog = phone.dialogOf(invite, accepted);
    phone.acknowledge('1002', dialog);
    expect(notes()).toEqual(['accepted']);
    expect((await answerOf({ phone, to: '1002', dialog }, 'BYE')).status).toBe(200);
    expect(notes()).toEqual(['accepted', 'ended bye by them null']);
    await vi.advanceTimersByTimeAsync(0);
    expect(line.edge.stats()).toMatchObject({ calls: 0, dialogs: 0 });
  });

  test('our answer is repeated until it is acknowledged, and the call ends when it never is', async () => {
    const phone = await registered('1001');
    const invite = phone.call('1002');
    await theCall().accept();
    await phone.answerTo(invite, 200);
    await vi.advanceTimersByTimeAsync(500);
    expect((await phone.answerTo(invite, 200)).status).toBe(200);
    for (let seconds = 0; seconds < 33; seconds += 1) {
      phone.touch();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(notes()).toEqual(['ended lost by them 408']);
    expect((await phone.take(({ method }) => method === 'BYE')).method).toBe('BYE');
  });

  test.each([
    [302, 'Moved'],
    [404, ''],
    [486, ''],
    [603, ''],
    [610, 'Dialer overdue'],
    [624, ''],
    [690, ''],
  ])('[CALL-16] it is refused with %i', async (status, reason) => {
    const phone = await registered('1001');
    const invite = phone.call('1002');
    theCall().reject(status, reason || undefined);
    const refused = await phone.answerTo(invite, 200);
    expect(refused.status).toBe(status);
    if (reason) expect(refused.text).toMatch(new RegExp(`^SIP/2.0 ${status} ${reason}\r\n`));
    expect(notes()).toEqual([`ended refused by us ${status}`]);
  });

  test('words of a refusal cannot add headers', async () => {
    const phone = await registered('1001');
    const invite = phone.call('1002');
    theCall().reject(610, 'Sorry\r\nX-Evil: 1');
    const refused = await phone.answerTo(invite, 200);
    expect(refused.header('x-evil')).toBeUndefined();
  });

  test('it gives up before the answer', async () => {
    const phone = await registered('1001');
    const invite = phone.call('1002');
    phone.ask('CANCEL', {
      to: '1002',
      callId: invite.callId,
      fromTag: invite.fromTag,
      branch: invite.branch,
      cseq: invite.cseq,
    });
    const statuses = [await phone.answerTo(invite, 200), await phone.answerTo(invite, 200)].map(
      ({ status, header }) => `${status} ${header('cseq')}`,
    );
    expect(statuses).toEqual([`200 ${invite.cseq} CANCEL`, `487 ${invite.cseq} INVITE`]);
    expect(notes()).toEqual(['ended cancelled by them 487']);
    await theCall().accept();
    expect(phone.has(({ status }) => status === 200)).toBe(false);
  });

  test('it gives up while our answer is being made: no call is left', async () => {
    const phone = await registered('1001');
    const invite = phone.call('1002');
    const call = theCall();
    let describe!: (sdp: string) => void;
    call.handle = { ...notedHandler(), describe: () => new Promise((done) => (describe = done)) };
    const accepting = call.accept();
    phone.ask('CANCEL', {
      to: '1002',
      callId: invite.callId,
      fromTag: invite.fromTag,
      branch: invite.branch,
      cseq: invite.cseq,
    });
    describe(fakeSdp());
    await accepting;
    expect(phone.all.filter(({ status }) => status === 200).map(({ header }) => header('cseq'))).not.toContain(
      `${invite.cseq} INVITE`,
    );
    expect([call.over, line.problems]).toEqual([true, []]);
  });

  test('its CANCEL crosses our 200: the call is over, and a BYE follows the acknowledgement', async () => {
    const phone = await registered('1001');
    const invite = phone.call('1002');
    await theCall().accept();
    const accepted = await phone.answerTo(invite, 200);
    phone.ask('CANCEL', {
      to: '1002',
      callId: invite.callId,
      fromTag: invite.fromTag,
      branch: invite.branch,
      cseq: invite.cseq,
    });
    expect(notes()).toEqual(['ended cancelled by them 487']);
    phone.acknowledge('1002', phone.dialogOf(invite, accepted));
    const bye = await phone.take(({ method }) => method === 'BYE');
    phone.reply(bye, 200);
    expect(line.edge.stats()).toMatchObject({ calls: 0, dialogs: 0 });
  });

  test('we hang up before it acknowledged: the BYE waits for the ACK', async () => {
    const phone = await registered('1001');
    const invite = phone.call('1002');
    await theCall().accept();
    const accepted = await phone.answerTo(invite, 200);
    theCall().end();
    expect(phone.has(({ method }) => method === 'BYE')).toBe(false);
    phone.acknowledge('1002', phone.dialogOf(invite, accepted));
    expect(phone.has(({ method }) => method === 'BYE')).toBe(true);
    expect(notes()).toEqual(['ended bye by us null']);
  });

  test('it hangs up without ever acknowledging: one end, and no BYE of ours afterwards', async () => {
    const phone = await registered('1001');
    const invite = phone.call('1002');
    await theCall().accept();
    const dialog = phone.dialogOf(invite, await phone.answerTo(invite, 200));
    expect((await answerOf({ phone, to: '1002', dialog }, 'BYE')).status).toBe(200);
    for (let seconds = 0; seconds < 40; seconds += 1) {
      phone.touch();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(notes()).toEqual(['ended bye by them null']);
    expect(phone.all.some(({ method }) => method === 'BYE')).toBe(false);
    expect(line.edge.stats()).toMatchObject({ calls: 0, dialogs: 0, transactions: 0 });
  });

  test('no sound can be had: 488', async () => {
    const phone = await registered('1001');
    const invite = phone.call('1002');
    theCall().handle = { ...notedHandler(), describe: () => Promise.reject(new Error('no codec')) };
    await theCall().accept();
    expect((await phone.answerTo(invite, 200)).status).toBe(488);
  });

  test('[CALL-11] hold and resume are heard once each', async () => {
    const talk = await talking();
    for (const direction of ['sendonly', 'sendonly', 'sendrecv', 'inactive', 'sendrecv']) {
      const invite = talk.phone.inDialog('INVITE', talk.to, talk.dialog, { body: fakeSdp(direction) });
      const answer = await talk.phone.answerTo(invite, 200);
      expect([answer.status, answer.body]).toEqual([200, fakeSdp()]);
      talk.phone.acknowledge(talk.to, { ...talk.dialog, invite });
    }
    expect(notes()).toEqual(['accepted', 'held', 'resumed', 'held', 'resumed']);
  });

  test('a second offer before the first is answered is put off, and the call goes on', async () => {
    const talk = await talking();
    let describe!: (sdp: string) => void;
    (talk.call.handle as NotedHandler).describe = () => new Promise((done) => (describe = done));
    const first = talk.phone.inDialog('INVITE', talk.to, talk.dialog, { body: fakeSdp('sendonly') });
    const second = await answerOf(talk, 'INVITE', { body: fakeSdp() });
    expect([491, 500]).toContain(second.status);
    describe(fakeSdp());
    expect((await talk.phone.answerTo(first, 200)).status).toBe(200);
  });

  test('a new offer that cannot be met is answered 488, and the call goes on as it was', async () => {
    const talk = await talking();
    (talk.call.handle as NotedHandler).describe = () => Promise.reject(new Error('no codec'));
    expect((await answerOf(talk, 'INVITE', { body: fakeSdp() })).status).toBe(488);
    expect((await answerOf(talk, 'INVITE')).status).toBe(488);
    expect(talk.call.over).toBe(false);
  });

  test.each([
    ['application/dtmf-relay', 'Signal=5\r\nDuration=160', 200, ['key 5']],
    ['application/dtmf-relay', 'Signal= #\r\n', 200, ['key #']],
    ['Application/DTMF', 'a', 200, ['key A']],
    ['application/dtmf', ',', 400, []],
    ['application/dtmf-relay', 'Signal=55', 400, []],
    ['text/plain', '5', 415, []],
  ])('[CALL-15] a key by INFO: %s %j', async (type, body, status, expected) => {
    const talk = await talking();
    expect((await answerOf(talk, 'INFO', { type, body })).status).toBe(status);
    expect(notes().slice(1)).toEqual(expected);
  });

  test.each([
    ['MESSAGE', 405],
    ['PUBLISH', 405],
    ['UPDATE', 405],
    ['SUBSCRIBE', 489],
    ['NOTIFY', 489],
    ['PRACK', 481],
    ['OPTIONS', 200],
    ['FROBNICATE', 405],
  ])('in a call, %s is answered %i', async (method, status) => {
    const talk = await talking();
    expect((await answerOf(talk, method)).status).toBe(status);
    expect(talk.call.over).toBe(false);
  });

  test.each([
    ['MESSAGE', 405],
    ['PUBLISH', 405],
    ['SUBSCRIBE', 489],
    ['OPTIONS', 200],
    ['BYE', 481],
    ['INFO', 405],
    ['REFER', 405],
    ['CANCEL', 481],
  ])('outside a call, %s is answered %i', async (method, status) => {
    const phone = await registered('1001');
    expect(await phone.status(method, { to: '1002' })).toBe(status);
  });

  test.each<[string, object, number]>([
    ['without a description', { body: undefined }, 488],
    ['with something else', { type: 'text/plain' }, 415],
    ['to another exchange', { uri: 'sip:1002@elsewhere.test' }, 404],
    ['to nobody', { uri: 'sip:openseat.test' }, 484],
    ['to something odd', { uri: 'sip:10%0d%0a02@openseat.test' }, 484],
    ['over sips', { uri: 'sips:1002@openseat.test' }, 416],
    ['with an extension we lack', { headers: ['Require: 100rel'] }, 420],
  ])('a call %s goes no further', async (_name, ask, status) => {
    const phone = await registered('1001');
    expect((await phone.answerTo(phone.call('1002', ask), 200)).status).toBe(status);
    expect(line.events.some(({ type }) => type === 'invited')).toBe(false);
  });

  test('a phone has ten calls at most', async () => {
    const phone = await registered('1001');
    for (let calls = 0; calls < 10; calls += 1) phone.call('1002');
    expect((await phone.answerTo(phone.call('1002'), 200)).status).toBe(486);
  });

  test('a call nobody takes care of is refused', async () => {
    const edge = openSipEdge({ domain: DOMAIN, accounts: probeAccounts, clock: { nowMs: () => Date.now() } });
    edge.onEvent((event) => {
      if (event.type === 'invited') throw new Error('a bug of the product');
    });
    const phone = wirePhone(edge, '1001');
    phone.connect();
    await phone.register();
    expect((await phone.answerTo(phone.call('1002'), 200)).status).toBe(480);
    await edge.stop();
  });
});

describe('who may call', () => {
  test('a call without signing in never reaches the exchange', async () => {
    const phone = wirePhone(line.edge, '1001');
    phone.connect();
    expect((await phone.answerTo(phone.call('1002'), 200)).status).toBe(403);
    expect(line.events).toEqual([
      { type: 'suspicious', what: 'unauthenticated', account: null, address: '10.0.0.1', detail: 'INVITE' },
    ]);
  });

  test('nor one after the registration ended', async () => {
    const phone = await registered('1001');
    await phone.register({ expires: 0 });
    expect((await phone.answerTo(phone.call('1002'), 200)).status).toBe(403);
    expect(suspicions()).toEqual(['unregisteredCall: INVITE']);
  });

  test.each([
    ['From', { from: '1002' }],
    ['P-Asserted-Identity', { headers: ['P-Asserted-Identity: "Boss" <sip:1002@openseat.test>'] }],
    ['P-Preferred-Identity', { headers: ['P-Preferred-Identity: <sip:1001@elsewhere.test>'] }],
    ['Remote-Party-ID', { headers: ['Remote-Party-ID: <sip:1002@openseat.test>;party=calling'] }],
    ['a second identity', { headers: ['P-Asserted-Identity: <sip:1001@openseat.test>, <tel:+15551234>'] }],
  ])('nobody speaks for another account: %s', async (_name, ask) => {
    const phone = await registered('1001');
    expect((await phone.answerTo(phone.call('1003', ask), 200)).status).toBe(403);
    expect(suspicions()).toEqual(['forgedIdentity: INVITE']);
    expect(line.events.some(({ type }) => type === 'invited')).toBe(false);
  });

  test('its own identity may be said', async () => {
    const phone = await registered('1001');
    phone.call('1002', { headers: ['P-Asserted-Identity: <sip:1001@openseat.test>'] });
    expect(theCall().over).toBe(false);
  });

  test("somebody else's BYE does not end a call, with or without signing in", async () => {
    const talk = await talking();
    const stolen = {
      callId: talk.dialog.callId,
      fromTag: talk.dialog.localTag,
      toTag: talk.dialog.remoteTag,
      cseq: 900,
      to: talk.to,
    };
    const stranger = wirePhone(line.edge, '1001');
    stranger.connect();
    expect(await stranger.status('BYE', stolen)).toBe(403);
    const colleague = await registered('1005');
    expect(await colleague.status('BYE', { ...stolen, from: '1005' })).toBe(481);
    const otherTab = await registered('1001');
    expect(await otherTab.status('BYE', stolen)).toBe(481);
    expect(talk.call.over).toBe(false);
  });
});

describe('[CALL-22] a phone hands its partner over', () => {
  const referTo = (target: string) => ({ headers: [`Refer-To: ${target}`] });

  test('blind: it is told how it goes', async () => {
    const talk = await talking();
    expect((await answerOf(talk, 'REFER', referTo('<sip:1005@openseat.test>'))).status).toBe(202);
    expect(notes()).toEqual(['accepted', 'transfer 1005']);
    expect((talk.call.handle as NotedHandler).replaced).toEqual([null]);
    talk.call.notifyTransfer(180);
    talk.call.notifyTransfer(200);
    talk.call.notifyTransfer(200);
    const notifications = talk.phone.all.filter(({ method }) => method === 'NOTIFY');
    expect(
      notifications.map(({ body, header }) => [
        body.trim(),
        header('subscription-state'),
        header('event'),
        header('content-type'),
      ]),
    ).toEqual([
      ['SIP/2.0 100 Trying', 'active;expires=60', 'refer', 'message/sipfrag;version=2.0'],
      ['SIP/2.0 180 Ringing', 'active;expires=60', 'refer', 'message/sipfrag;version=2.0'],
      ['SIP/2.0 200 OK', 'terminated;reason=noresource', 'refer', 'message/sipfrag;version=2.0'],
    ]);
  });

  test('a transfer that failed can be asked again, two at once cannot', async () => {
    const talk = await talking();
    await answerOf(talk, 'REFER', referTo('<sip:1005@openseat.test>'));
    expect((await answerOf(talk, 'REFER', referTo('<sip:1006@openseat.test>'))).status).toBe(491);
    talk.call.notifyTransfer(486);
    expect((await answerOf(talk, 'REFER', referTo('<sip:1006@openseat.test>'))).status).toBe(202);
  });

  test('the exchange may say no at once, and one that never says anything does not block the next', async () => {
    const talk = await talking();
    const handle = talk.call.handle as NotedHandler;
    const { transferAsked } = handle;
    handle.transferAsked = () => talk.call.notifyTransfer(404);
    await answerOf(talk, 'REFER', referTo('<sip:1005@openseat.test>'));
    expect(talk.phone.all.filter(({ method }) => method === 'NOTIFY').at(-1)!.body).toBe('SIP/2.0 404 Not Found\r\n');
    handle.transferAsked = transferAsked!;
    expect((await answerOf(talk, 'REFER', referTo('<sip:1006@openseat.test>'))).status).toBe(202);
    for (let seconds = 0; seconds < 60; seconds += 1) {
      talk.phone.touch();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect((await answerOf(talk, 'REFER', referTo('<sip:1007@openseat.test>'))).status).toBe(202);
  });

  const replaces = ({ callId, localTag, remoteTag }: WireDialog) =>
    `<sip:1003@openseat.test?Replaces=${encodeURIComponent(`${callId};to-tag=${remoteTag};from-tag=${localTag}`)}>`;

  test('attended: the other call is one of its own', async () => {
    const talk = await talking();
    const invite = talk.phone.call('1003');
    const other = theCall();
    await other.accept();
    const second = talk.phone.dialogOf(invite, await talk.phone.answerTo(invite, 200));
    talk.phone.acknowledge('1003', second);
    expect((await answerOf(talk, 'REFER', referTo(replaces(second)))).status).toBe(202);
    expect((talk.call.handle as NotedHandler).replaced).toEqual([other]);
    expect(notes(talk.call).at(-1)).toBe('transfer 1003');
  });

  test("[CALL-22] attended with somebody else's call is refused", async () => {
    const [talk, others] = [await talking('1001'), await talking('1004')];
    expect((await answerOf(talk, 'REFER', referTo(replaces(others.dialog)))).status).toBe(403);
    expect(suspicions()).toEqual(['forgedTransfer: call of another account']);
    expect(notes(talk.call)).toEqual(['accepted']);
  });

  test('attended with a call that just ended says so', async () => {
    const talk = await talking();
    expect((await answerOf(talk, 'REFER', referTo(replaces({ ...talk.dialog, callId: 'gone' })))).status).toBe(481);
    expect(suspicions()).toEqual([]);
  });

  test.each([
    ['another exchange', '<sip:1005@elsewhere.test>', 603],
    ['another scheme', '<tel:+15551234>', 603],
    ['a page', '<https://evil.test/>', 603],
    ['headers of its own', '<sip:1005@openseat.test?X-Out-Caller-Number=911>', 403],
    ['headers beside Replaces', '<sip:1005@openseat.test?Replaces=a%3Bto-tag%3Db%3Bfrom-tag%3Dc&X-Router-Id=1>', 403],
    ['another method', '<sip:1005@openseat.test;method=BYE>', 403],
    ['a broken Replaces', '<sip:1005@openseat.test?Replaces=abc>', 603],
    ['nonsense', '<<>', 603],
  ])('[CALL-22] to %s: refused', async (_name, target, status) => {
    const talk = await talking();
    expect((await answerOf(talk, 'REFER', referTo(target))).status).toBe(status);
    expect(suspicions()).toHaveLength(1);
    expect(notes()).toEqual(['accepted']);
  });
});
