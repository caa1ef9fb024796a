import { describe, expect, test, vi } from 'vitest';
import { notedHandler } from './loopback-edge.fixture.ts';
import { memoryLine } from './memory-line.fixture.ts';
import { fakeSdp } from './sip-js-phone.fixture.ts';
import { wirePhone } from './wire-phone.fixture.ts';

const { line, theCall, notes } = memoryLine();

const NOTHING = { sockets: 0, registrations: 0, calls: 0, dialogs: 0, transactions: 0, timers: 0 };

async function talking() {
  const phone = wirePhone(line.edge, '1001');
  phone.connect();
  await phone.register();
  const invite = phone.call('1002');
  await theCall().accept();
  const dialog = phone.dialogOf(invite, await phone.answerTo(invite, 200));
  phone.acknowledge('1002', dialog);
  return { phone, dialog, call: theCall() };
}

describe('the websocket of a phone goes away in mid-call', () => {
  test('it comes back: hold, BYE and everything else go on over the new one', async () => {
    const { phone, dialog } = await talking();
    phone.drop();
    expect(notes()).toEqual(['accepted', 'disconnected']);
    await vi.advanceTimersByTimeAsync(20_000);
    phone.connect();
    expect(
      await phone.status('BYE', {
        to: '1002',
        callId: dialog.callId,
        fromTag: dialog.localTag,
        toTag: dialog.remoteTag,
      }),
    ).toBe(403);
    await phone.register();
    expect(notes()).toEqual(['accepted', 'disconnected', 'reconnected']);
    const hold = phone.inDialog('INVITE', '1002', dialog, { body: fakeSdp('sendonly') });
    expect((await phone.answerTo(hold, 200)).status).toBe(200);
    expect((await phone.answerTo(phone.inDialog('BYE', '1002', dialog), 200)).status).toBe(200);
    expect(notes().slice(3)).toEqual(['held', 'ended bye by them null']);
  });

  test('what we say meanwhile reaches it when it is back', async () => {
    const { phone, call } = await talking();
    phone.drop();
    call.end();
    phone.connect();
    await phone.register();
    expect((await phone.take(({ method }) => method === 'BYE')).method).toBe('BYE');
  });

  test('it does not come back: lost after 30 s, and nothing is left', async () => {
    const { phone } = await talking();
    phone.drop();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(notes()).toEqual(['accepted', 'disconnected']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(notes()).toEqual(['accepted', 'disconnected', 'ended lost by them null']);
    expect(line.edge.stats()).toEqual(NOTHING);
  });

  test('it comes back between the end of its registration and that of its call', async () => {
    const { phone } = await talking();
    phone.drop();
    await vi.advanceTimersByTimeAsync(27_000);
    expect(line.edge.isRegistered('1001')).toBe(false);
    phone.connect();
    await phone.register();
    expect(notes()).toEqual(['accepted', 'disconnected', 'reconnected']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(theCall().over).toBe(false);
  });

  test('a new websocket before the old one was missed takes over, and the old one is closed', async () => {
    const { phone, dialog } = await talking();
    const newer = wirePhone(line.edge, '1001', { contact: phone.contact, address: '10.9.9.9' });
    newer.connect();
    await newer.register();
    expect(phone.closedWith).toBe(1000);
    phone.drop();
    expect((await newer.answerTo(newer.inDialog('BYE', '1002', dialog, { cseq: 900 }), 200)).status).toBe(200);
    expect(line.edge.stats()).toMatchObject({ sockets: 1, registrations: 1, calls: 0 });
  });

  test('another account with the same contact takes nothing over', async () => {
    const { phone, dialog } = await talking();
    phone.drop();
    const thief = wirePhone(line.edge, '1005', { contact: phone.contact });
    thief.connect();
    await thief.register();
    expect((await thief.answerTo(thief.inDialog('BYE', '1002', dialog), 200)).status).toBe(481);
    expect(notes()).toEqual(['accepted', 'disconnected']);
  });

  test('a call that was being rung is answered after the phone came back', async () => {
    const phone = wirePhone(line.edge, '1001');
    phone.connect();
    await phone.register();
    const handle = notedHandler();
    line.edge.invite('1001', { callId: 'c', callerId: '1', callerName: '', headers: {}, timeoutMs: 60_000, handle });
    const request = await phone.take(({ method }) => method === 'INVITE');
    phone.reply(request, 180);
    phone.drop();
    await vi.advanceTimersByTimeAsync(5_000);
    phone.connect();
    await phone.register();
    phone.reply(request, 200, { body: fakeSdp() });
    await phone.take(({ method }) => method === 'ACK');
    expect(handle.notes).toEqual(['ringing', 'disconnected', 'reconnected', 'accepted']);
  });

  test('a phone that rings and does not come back counts as away', async () => {
    const phone = wirePhone(line.edge, '1001');
    phone.connect();
    await phone.register();
    const handle = notedHandler();
    line.edge.invite('1001', { callId: 'c', callerId: '1', callerName: '', headers: {}, timeoutMs: 60_000, handle });
    phone.drop();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(handle.notes).toEqual(['disconnected', 'ended refused by them 480']);
    expect(line.edge.stats()).toEqual(NOTHING);
  });

  test('forgetting the account ends its calls with a BYE', async () => {
    const { phone } = await talking();
    line.edge.forget('1001');
    expect(phone.all.at(-1)!.method).toBe('BYE');
    expect(notes().at(-1)).toBe('ended bye by us null');
    expect(line.edge.stats()).toEqual(NOTHING);
  });

  test('cutting the account off closes its socket without a BYE, and the call waits its time for a phone', async () => {
    const { phone } = await talking();
    line.edge.cutOff('1001');
    expect([phone.all.at(-1)!.method === 'BYE', phone.closedWith, line.edge.isRegistered('1001')]).toEqual([
      false,
      1008,
      false,
    ]);
    expect(notes().at(-1)).toBe('disconnected');
    expect(line.edge.stats()).toMatchObject({ calls: 1, registrations: 0 });
    await vi.advanceTimersByTimeAsync(40_000);
    expect(notes().at(-1)).toMatch(/^ended lost/);
    expect(line.edge.stats()).toEqual(NOTHING);
  });

  test('stopping ends every call with a BYE and closes every socket', async () => {
    const { phone } = await talking();
    await line.edge.stop();
    expect([phone.all.at(-1)!.method, phone.closedWith]).toEqual(['BYE', 1001]);
    expect(line.edge.stats()).toEqual(NOTHING);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a thousand calls leave nothing behind', async () => {
  const phone = wirePhone(line.edge, '1001');
  phone.connect();
  await phone.register();
  for (let round = 0; round < 500; round += 1) {
    if (round % 200 === 199) await phone.register();
    const invite = phone.call('1002');
    const call = theCall();
    await call.accept();
    const dialog = phone.dialogOf(invite, await phone.answerTo(invite, 200));
    phone.acknowledge('1002', dialog);
    if (round % 2) call.end();
    else phone.inDialog('BYE', '1002', dialog);
    if (round % 2) phone.reply(await phone.take(({ method }) => method === 'BYE'), 200);
    const handle = notedHandler();
    const rung = line.edge.invite('1001', {
      callId: `r${round}`,
      callerId: '1',
      callerName: '',
      headers: {},
      timeoutMs: 60_000,
      handle,
    });
    const request = await phone.take(({ method }) => method === 'INVITE');
    if (round % 3) phone.reply(request, 486);
    else {
      phone.reply(request, 180);
      rung.end();
      phone.reply(request, 487);
      phone.reply(await phone.take(({ method }) => method === 'CANCEL'), 200);
    }
    phone.touch();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  for (let seconds = 0; seconds < 66; seconds += 1) {
    phone.touch();
    await vi.advanceTimersByTimeAsync(1_000);
    if (seconds % 60 === 0) await phone.register();
  }
  expect(line.edge.stats()).toEqual({ sockets: 1, registrations: 1, calls: 0, dialogs: 0, transactions: 0, timers: 0 });
  expect(line.problems).toEqual([]);
}, 30_000);
