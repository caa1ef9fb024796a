import { describe, expect, test } from 'vitest';
import { ConnectionType } from '#shared/codes/connection-type.ts';
import { failures } from '#shared/errors.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import { anAccount, anArrival, anOrder, PhonePlayer, readyPhone, talkingPhone } from './phone-player.fixture.ts';

const given = { type: 'accountGiven', account: anAccount() } as const;
const wanted = { type: 'accountWanted' } as const;

describe('the account', () => {
  test.each([
    [407, 7],
    [408, 7],
    [409, 7],
    // Calls ring elsewhere: the status is chosen here all the same.
    [failures.sipPhoneInstead.code, 0],
    [failures.mobileInstead.code, 0],
  ])('[SEC-04] %i becomes the tip, header state %i and no softphone', (code, header) => {
    const player = new PhonePlayer().send(wanted, {
      type: 'accountRefused',
      code,
      message: 'In use on another device.',
    });
    expect(player.phone.account).toEqual({ is: 'refused', code, tip: 'In use on another device.' });
    expect(player.codes).toEqual([header, -1]);
    expect(player.only('connect')).toEqual([]);
  });

  test('[SEC-04] 411 warns in the server’s words: no softphone, header state 0', () => {
    const player = new PhonePlayer().send(wanted, { type: 'accountRefused', code: 411, message: 'No voice seat.' });
    expect(player.only('warnMessage')).toEqual([{ type: 'warnMessage', text: 'No voice seat.' }]);
    expect(player.codes).toEqual([0, null]);
    expect(player.send({ type: 'dialPressed', order: anOrder() }).warned).toEqual(['v2.noestatusOffline']);
  });

  test('a question that got no answer is an error, and is asked again', () => {
    const player = new PhonePlayer().send(wanted, { type: 'accountFailed' });
    expect([player.codes, player.warned]).toEqual([[-1, -1], ['notice.dialerRegisterFailed']]);
    player.take();
    expect(player.pass(PHONE.reinitAfterMs).take()).toEqual([{ type: 'askAccount', takeOver: false }]);
    expect(player.send({ type: 'accountFailed' }).warned).toEqual([]);
  });

  test('the phone can be taken from the other device', () => {
    const player = new PhonePlayer().send(wanted, { type: 'accountRefused', code: 409, message: '' });
    player.take();
    expect(player.send({ type: 'accountWanted', takeOver: true }).take()).toEqual([
      { type: 'askAccount', takeOver: true },
    ]);
    expect(player.send(given, { type: 'connected' }, { type: 'registered' }).codes).toEqual([4, 4]);
  });

  test('taken over by another device in a call: nobody hangs up here, and nothing rings here any more', () => {
    const player = talkingPhone().send({ type: 'takenOver', message: 'Elsewhere.' });
    expect(player.take()).toEqual([{ type: 'disconnect' }]);
    expect([player.phone.call, player.codes]).toEqual([null, [7, -1]]);
    player
      .send({ type: 'connectionLost' }, { type: 'callArrived', arrival: anArrival({ session: 'in-2' }) })
      .pass(60_000);
    expect(player.only('look')).toEqual([]);
    expect(player.take()).toEqual([{ type: 'reject', session: 'in-2', status: 480 }]);
  });

  test('asked twice, one account is fetched; one that nobody waits for is not taken', () => {
    const player = new PhonePlayer().send(wanted, wanted);
    expect(player.only('askAccount')).toHaveLength(1);
    expect(new PhonePlayer().send(given).phone.account.is).toBe('none');
  });
});

describe('the way to ready', () => {
  test('[CALL-03] connect, register, ready, in the words of the library', () => {
    const player = new PhonePlayer().send(
      wanted,
      given,
      { type: 'connected' },
      { type: 'registerSent' },
      { type: 'registered' },
    );
    expect(player.library).toEqual(['init', 'connecting', 'connected', 'registering', 'ready']);
    expect(player.take().map(({ type }) => type)).toEqual([
      'askAccount',
      'connect',
      'register',
      'playTone',
      'restoreStatus',
    ]);
  });

  test('[CALL-03] one connection type fetches its account first', () => {
    expect(new PhonePlayer({ connectionType: ConnectionType.userInfo }).send(wanted, given).library).toEqual([
      'init',
      'nxapi',
      'connecting',
    ]);
  });

  describe('by /api/userinfo', () => {
    const byPassword = () => new PhonePlayer({ connectionType: ConnectionType.userInfo }).send(wanted);

    test('[CALL-18] nothing is asked twice before the agent typed a password; then it is asked for again', () => {
      const player = byPassword();
      player.take();
      player.send({ type: 'passwordNeeded' }, wanted).pass(600_000);
      expect([player.take(), player.codes, player.library.at(-1)]).toEqual([[], [null, null], 'nxapi']);
      expect(player.send({ type: 'passwordGiven' }).take()).toEqual([{ type: 'askAccount', takeOver: false }]);
      expect(player.send(given, { type: 'connected' }, { type: 'registered' }).codes).toEqual([4, 4]);
    });

    test.each([failures.wrongCredentials.code, failures.accountLocked.code, 408, 409])(
      '[CALL-18] %i puts the phone in error in the server’s words, and is not tried again by itself',
      (code) => {
        const player = byPassword().send({ type: 'accountRefused', code, message: 'Wrong password.' });
        expect(player.phone.account).toEqual({ is: 'failed', tip: 'Wrong password.' });
        expect([player.codes, player.library.at(-1)]).toEqual([[-1, -1], 'error']);
        expect(player.only('warnMessage')).toEqual([{ type: 'warnMessage', text: 'Wrong password.' }]);
        player.take();
        expect(player.pass(600_000).send({ type: 'networkBack' }).take()).toEqual([]);
        expect(player.send({ type: 'passwordGiven' }).take()).toEqual([{ type: 'askAccount', takeOver: false }]);
      },
    );

    test.each([{ type: 'accountFailed' } as const, { type: 'accountRefused', code: 503, message: '' } as const])(
      '[CALL-18] what passes by itself is an error, too, and is tried again: $type',
      (event) => {
        const player = byPassword().send(event);
        expect([player.codes, player.library.at(-1)]).toEqual([[-1, -1], 'error']);
        player.take();
        expect(player.pass(PHONE.reinitAfterMs).take()).toEqual([{ type: 'askAccount', takeOver: false }]);
      },
    );
  });

  test('[CALL-08] 403 refuses for good: told once, -1, and nothing is tried until somebody asks', () => {
    const player = new PhonePlayer().send(
      wanted,
      given,
      { type: 'connected' },
      { type: 'registerSent' },
      { type: 'unregistered', status: 403 },
    );
    expect([player.codes, player.warned]).toEqual([[-1, -1], ['notice.dialerRegisterFailed']]);
    player.take();
    expect(player.pass(600_000).send({ type: 'networkBack' }).take()).toEqual([]);
    expect(player.send({ type: 'reinitAsked' }).take()).toEqual([{ type: 'askAccount', takeOver: false }]);
  });

  test('[CALL-08] refused before it was ever registered is a failure that is tried again', () => {
    const player = new PhonePlayer().send(wanted, given, { type: 'connected' }, { type: 'unregistered', status: 503 });
    expect([player.codes, player.warned]).toEqual([[-1, -1], ['notice.dialerRegisterFailed']]);
    expect(player.pass(PHONE.reinitAfterMs).only('rebuild')).toHaveLength(1);
    expect(player.send({ type: 'rebuilt' }, { type: 'connected' }, { type: 'registered' }).codes).toEqual([4, 4]);
  });

  test('[CALL-08] a registration that was lost is made again at once', () => {
    const player = readyPhone().send({ type: 'unregistered', status: null });
    expect(player.take()).toEqual([{ type: 'register' }]);
    expect(player.send({ type: 'registered' }).only('restoreStatus')).toEqual([{ type: 'restoreStatus', again: true }]);
  });
});

describe('a connection that breaks', () => {
  test('[CALL-19] three tries, at once and four seconds apart, then an error that builds anew', () => {
    const player = readyPhone().send({ type: 'connectionLost' });
    expect(player.codes).toEqual([null, null]);
    const tries: number[] = [];
    for (let second = 0; second <= 8; second += 1) {
      player.pass(second === 0 ? 0 : 1_000);
      if (player.only('connect').length === tries.length) continue;
      tries.push(second);
      player.send({ type: 'connectFailed' });
    }
    expect(tries).toEqual([0, 4, 8]);
    expect(player.codes).toEqual([-1, -1]);
    expect(player.warned).toEqual(['notice.networkReconnecting', 'notice.dialerRegisterFailed']);
    player.pass(PHONE.reinitAfterMs).send({ type: 'rebuilt' }, { type: 'connected' }, { type: 'registered' });
    expect(player.library.slice(-7)).toEqual([
      'disconnected',
      'connecting',
      'error',
      'reinit',
      'connecting',
      'connected',
      'ready',
    ]);
    expect(player.only('playTone').map(({ tone }) => tone)).toEqual([ToneFlag.offline, ToneFlag.online]);
  });

  test('[CALL-19] a websocket that does not open within five seconds has failed', () => {
    const player = readyPhone().send({ type: 'connectionLost' }).pass(0);
    expect(player.pass(4_999).phone.link.at).toBe('connecting');
    expect(player.pass(1).phone.link.at).toBe('disconnected');
    expect(player.pass(4_000).phone.link).toMatchObject({ at: 'connecting', attempt: 2 });
  });

  test('a hidden page that is shown again does not wait for its turn (complaint 1)', () => {
    const player = readyPhone().send({ type: 'connectionLost' }).pass(0).send({ type: 'connectFailed' });
    player.take();
    expect(player.send({ type: 'networkBack' }).take()).toEqual([{ type: 'connect' }]);
    expect(readyPhone().send({ type: 'networkBack' }).take()).toEqual([{ type: 'register' }]);
    const failed = new PhonePlayer().send(wanted, { type: 'accountFailed' });
    failed.take();
    expect(failed.send({ type: 'networkBack' }).take()).toEqual([{ type: 'askAccount', takeOver: false }]);
  });

  test('a call outlives it, timer and all; coming back re-sends the status (complaint 3)', () => {
    const player = talkingPhone();
    const { sinceMs } = player.phone.call!;
    player.pass(30_000).send({ type: 'connectionLost' }).pass(0).send({ type: 'connected' }, { type: 'registered' });
    expect(player.phone.call).toMatchObject({ at: 'talking', sinceMs });
    expect(player.only('restoreStatus')).toEqual([{ type: 'restoreStatus', again: true }]);
  });

  test('while a call lives nothing is built anew: only the websocket is opened again', () => {
    const player = talkingPhone().send({ type: 'connectionLost' });
    for (let tries = 0; tries < 6; tries += 1) player.pass(4_000).send({ type: 'connectFailed' });
    expect(player.only('rebuild')).toEqual([]);
    expect(player.only('connect').length).toBeGreaterThan(4);
    expect(player.phone.call?.at).toBe('talking');
  });
});

describe('the check', () => {
  const looked = (part: { isUp?: boolean; isRegistered?: boolean; session?: string | null } = {}) =>
    ({ type: 'looked', isUp: true, isRegistered: true, session: null, ...part }) as const;

  test('[CALL-05] looks every four seconds', () => {
    expect(readyPhone().pass(20_000).only('look')).toHaveLength(5);
  });

  test.each([
    ['no connection', looked({ isUp: false })],
    ['no registration', looked({ isRegistered: false })],
    ['a session nobody knows', looked({ session: 'ghost' })],
  ])('[CALL-05] more than two looks in a row that find %s make an error, and it is built anew', (_, look) => {
    const player = readyPhone().send(look, look);
    expect(player.phone.link.at).toBe('ready');
    expect(player.send(looked(), look, look).phone.link.at).toBe('ready');
    expect(player.send(look).phone.link.at).toBe('error');
    expect(player.pass(PHONE.reinitAfterMs).only('rebuild')).toHaveLength(1);
  });

  test('[CALL-05] a registration that gets no answer does not wait for ever', () => {
    const player = new PhonePlayer().send(wanted, given, { type: 'connected' }, { type: 'registerSent' });
    const look = looked({ isRegistered: false });
    expect(player.send(look, look, look).phone.link.at).toBe('error');
  });

  test('[CALL-05] a conversation whose session died is remembered, not kept', () => {
    const player = talkingPhone();
    player.send(looked({ session: 'in-1' }), looked(), looked(), looked());
    expect(player.phone).toMatchObject({ call: null, cut: { callId: 'call-1' }, link: { at: 'error' } });
  });

  test('[CALL-05] a hang-up that never comes to an end does not block the phone', () => {
    const player = talkingPhone().send({ type: 'hangUpPressed' });
    expect(player.pass(PHONE.endWithinMs - 1).codes).toEqual([1, 2]);
    expect(player.pass(1).codes).toEqual([4, 5]);
    // What the line still holds of it is found by the check.
    const look = looked({ session: 'in-1' });
    expect(player.send(look, look, look).phone.link.at).toBe('error');
  });

  test('what is on its way by a timer of its own is left alone', () => {
    const player = readyPhone().send({ type: 'connectionLost' });
    const look = looked({ isUp: false, isRegistered: false });
    expect(player.send(look, look, look, look).phone.link.at).toBe('disconnected');
  });
});

describe('leaving', () => {
  test('[CALL-07] a command unregisters after 100 ms, or after what it says', () => {
    const player = readyPhone().send({ type: 'commandReceived', command: 'unregister' });
    expect(player.pass(99).only('unregister')).toEqual([]);
    expect(player.pass(1).only('unregister')).toHaveLength(1);
    expect(player.codes).toEqual([0, null]);
    expect(
      player.send({ type: 'unregistered', status: null }, { type: 'connectionLost' }).pass(60_000).only('connect'),
    ).toEqual([]);
    expect(
      readyPhone()
        .send({ type: 'commandReceived', command: 'unregister', delayMs: 2_000 })
        .pass(1_999)
        .only('unregister'),
    ).toEqual([]);
  });

  test('[CALL-07] a command to a phone that signed in again meanwhile does nothing; a lost connection does not void it', () => {
    const again = readyPhone().send(
      { type: 'commandReceived', command: 'unregister' },
      { type: 'leaveAsked' },
      wanted,
      given,
      { type: 'connected' },
      { type: 'registered' },
    );
    expect(again.pass(100).codes).toEqual([4, 4]);
    const broken = readyPhone().send({ type: 'commandReceived', command: 'unregister' }, { type: 'connectionLost' });
    expect(broken.pass(100).phone.link.at).toBe('left');
  });

  test('[STATUS-11] signing out hangs up, unregisters and leaves nothing behind', () => {
    const player = talkingPhone().send({ type: 'leaveAsked' });
    expect(player.take().map(({ type }) => type)).toEqual(['hangUp', 'unregister', 'disconnect', 'playTone']);
    expect(player.phone).toMatchObject({ account: { is: 'none' }, call: null, cut: null, link: { at: 'left' } });
    expect(player.pass(600_000).take()).toEqual([]);
  });

  test('the customer lookup that finds the session ended hangs up, disconnects and signs out', () => {
    expect(
      talkingPhone()
        .send({ type: 'sessionEnded' })
        .take()
        .map(({ type }) => type),
    ).toEqual(['hangUp', 'unregister', 'disconnect', 'playTone', 'endSession']);
  });
});
