import { describe, expect, test } from 'vitest';
import { DOMAIN, memoryEdge } from './loopback-edge.fixture.ts';
import { tortureMessages } from './torture-messages.fixture.ts';
import { wirePhone } from './wire-phone.fixture.ts';
import { readMessage } from './message-check.ts';
import { readNameAddr, readUri } from './sip-text.ts';

describe('reading what comes over a websocket', () => {
  test.each(tortureMessages.map(({ name, why, text, expected }) => [name, why, text, expected] as const))(
    '%s: %s',
    (_name, _why, text, expected) => {
      const read = readMessage(text);
      const outcome = read.kind === 'refused' ? read.status : read.kind === 'ignored' ? 'ignored' : 'accepted';
      expect([outcome, 'why' in read ? read.why : '']).toEqual([expected, expect.any(String)]);
      if (read.kind === 'refused')
        expect(read.answer).toMatch(new RegExp(`^SIP/2.0 ${expected} .+\r\nVia: [^]*\r\nContent-Length: 0\r\n\r\n$`));
    },
  );

  test('they pass a stranger and a phone that is signed in, and neither harms the edge', async () => {
    const { edge, problems } = memoryEdge({ limits: { strangerMessages: 1_000, burst: 1_000 } });
    const [stranger, friend] = [wirePhone(edge, '1001'), wirePhone(edge, '1001')];
    stranger.connect();
    friend.connect();
    await friend.register();
    for (const { text } of tortureMessages) {
      stranger.send(text);
      friend.send(text);
    }
    expect((await friend.register()).status).toBe(200);
    expect(problems).toEqual([]);
    await edge.stop();
  });

  test('what is read of the hardest one', () => {
    const read = readMessage(tortureMessages[0]!.text);
    if (read.kind !== 'request') throw new Error(read.kind);
    const { message } = read;
    expect(message).toMatchObject({
      method: 'INVITE',
      cseq: 9,
      callId: 'wsinv.ndaksdj@host',
      fromTag: '98asjd8',
      toTag: '1918181833n',
      viaBranch: 'z9hG4bK9ikj8',
    });
    expect(message.from.displayName).toBe('J Rosenberg \\"');
    expect(message.getHeader('newfangledheader')).toBe('newfangled value continued newfangled value');
  });

  test.each([
    ['sip:1001@openseat.test', '1001', DOMAIN, undefined],
    ['sip:openseat.test:5060;transport=ws', undefined, DOMAIN, 5_060],
    ['SIP:a%20b@[2001:db8::1]:5061', 'a%20b', '[2001:db8::1]', 5_061],
    ['sip:a:secret@openseat.test?Replaces=x%3By', 'a', DOMAIN, undefined],
  ])('the address %s', (text, user, host, port) => expect(readUri(text)).toMatchObject({ user, host, port }));

  test.each([
    ['sip:'],
    ['sip:@openseat.test'],
    ['sip:a b@openseat.test'],
    ['sip:a@b@c'],
    ['sip:a@-bad-'],
    ['sip:a@b;p=1;p=2'],
    ['sip:a@b:x'],
    ['tel:+1'],
    ['sip:a@<evil>'],
  ])('%s is no address', (text) => expect(readUri(text)).toBeNull());

  test.each([
    ['<sip:a@b>x'],
    ['"a" b <sip:a@b>'],
    ['<sip:a@b'],
    ['sip:a@b,sip:c@d'],
    ['"a" sip:a@b'],
    ['<sip:a@b>;tag=1;tag=2'],
  ])('%s is nobody', (text) => expect(readNameAddr(text)).toBeNull());
});

describe('reading what a carrier says', () => {
  const read = (from: string, ...more: string[]) =>
    readMessage(
      [
        'SIP/2.0 401 Unauthorized',
        'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKc',
        `From: ${from};tag=1`,
        'To: <sip:b@x>;tag=2',
        'Call-ID: c',
        'CSeq: 1 INVITE',
        ...more,
        '',
        '',
      ].join('\r\n'),
      'carrier',
    );
  const message = (...args: Parameters<typeof read>) => {
    const found = read(...args);
    if (found.kind !== 'response') throw new Error(JSON.stringify(found));
    return found.message;
  };

  test('it may ask for a password; a phone may not', () => {
    const asks = ['WWW-Authenticate: Digest realm="r", nonce="1"', 'Proxy-Authenticate: Digest realm="p", nonce="2"'];
    const asked = message('<sip:a@x>', ...asks);
    expect([asked.getHeader('www-authenticate'), asked.getHeader('proxy-authenticate')]).toEqual([
      'Digest realm="r", nonce="1"',
      'Digest realm="p", nonce="2"',
    ]);
    const byPhone = readMessage(
      `OPTIONS sip:x SIP/2.0\r\nVia: SIP/2.0/WS x;branch=z9hG4bKp\r\nFrom: <sip:a@x>;tag=1\r\nTo: <sip:b@x>\r\nCall-ID: c\r\nCSeq: 1 OPTIONS\r\n${asks[0]}\r\n\r\n`,
    );
    expect(byPhone.kind === 'request' && byPhone.message.hasHeader('www-authenticate')).toBe(false);
  });

  test('several routes in one header are several, and short names are known', () => {
    const found = message('<sip:a@x>', 'Record-Route: <sip:p1;lr>, <sip:p2;lr>', 'Record-Route: <sip:p3;lr>', 'x: 90');
    expect(found.getHeaders('record-route')).toEqual(['<sip:p1;lr>', '<sip:p2;lr>', '<sip:p3;lr>']);
    expect(found.getHeader('session-expires')).toBe('90');
    expect(read('<sip:a@x>', 'Record-Route: <sip:p1;lr').kind).toBe('ignored');
  });

  test.each([
    ['<tel:+49301>', '+49301'],
    ['"Ana" <tel:+49301;phone-context=x>', '+49301'],
    ['tel:+49301', '+49301'],
    ['<sip:+49301@x>', '+49301'],
  ])('%s is somebody', (from, user) => {
    expect(message(from).from.uri.user).toBe(user);
  });
});
