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
