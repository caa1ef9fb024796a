import { describe, expect, test } from 'vitest';
import { IncomingResponseMessage } from 'sip.js/lib/core/index.js';
import { digestAnswer, prepareChallenge, readChallenge, strongestChallenge } from './digest-client.ts';

const responseIn = (header: string): string | undefined => /response="([0-9a-f]+)"/.exec(header)?.[1];

describe('answers others computed', () => {
  const mufasa = { user: 'Mufasa', password: 'Circle of Life' };
  const asked = { method: 'GET', uri: '/dir/index.html' };
  const NONCE = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
  const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';

  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('RFC 7616, 3.9.1: %s', (algorithm, response) => {
    const challenge = readChallenge(
      `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${NONCE}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
    )!;
    const header = digestAnswer(challenge, mufasa, asked, CNONCE);
    expect(responseIn(header)).toBe(response);
    expect(header).toContain('qop=auth, cnonce=');
    expect(header).toContain('opaque="FQhe/');
  });

  test('RFC 2617, 3.5, and the same without a quality of protection', () => {
    const circle = { user: 'Mufasa', password: 'Circle Of Life' };
    const nonce = 'dcd98b7102dd2f0e8b11d0f600bfb0c093';
    const challenge = readChallenge(`Digest realm="testrealm@host.com", qop="auth", nonce="${nonce}"`)!;
    expect(responseIn(digestAnswer(challenge, circle, asked, '0a4f113b'))).toBe('6629fae49393a05397450978507c4ef1');
    const old = readChallenge(`Digest realm="testrealm@host.com", nonce="${nonce}"`)!;
    const header = digestAnswer(old, circle, asked);
    expect(responseIn(header)).toBe('670fd8c2df070c60b045671b8b24ff02');
    expect(header).not.toContain('cnonce');
  });
});

test.each([
  ['no digest', 'Basic realm="x"'],
  ['an algorithm nobody asked us for', 'Digest realm="x", nonce="1", algorithm=SHA-512-256'],
  ['protection of the body alone', 'Digest realm="x", nonce="1", qop="auth-int"'],
  ['no nonce', 'Digest realm="x"'],
  ['no realm', 'Digest nonce="1"'],
  ['a quote that never ends', 'Digest realm="x, nonce="1"'],
])('%s is not answered', (_name, header) => {
  expect(readChallenge(header)).toBeNull();
});

test('of several challenges the strongest is answered, in any order', () => {
  const [md5, sha, odd] = ['MD5', 'SHA-256', 'SHA-512-256'].map(
    (algorithm) => `Digest realm="x", nonce="1", algorithm=${algorithm}`,
  ) as [string, string, string];
  expect(strongestChallenge([odd, md5, sha])).toMatchObject({ algorithm: 'SHA-256' });
  expect(strongestChallenge([sha, md5])).toMatchObject({ algorithm: 'SHA-256' });
  expect(strongestChallenge([odd, md5])).toMatchObject({ algorithm: 'MD5' });
  expect(strongestChallenge([odd])).toBeNull();
});

test('a second realm is no wrong password; the same realm again is', () => {
  const refused = (realm: string): IncomingResponseMessage => {
    const message = new IncomingResponseMessage();
    message.statusCode = 407;
    message.addHeader('proxy-authenticate', 'Basic realm="other"');
    message.addHeader('proxy-authenticate', `Digest realm="${realm}", nonce="1"`);
    return message;
  };
  const staleOf = (realm: string, answered: string | undefined): unknown => {
    const message = refused(realm);
    prepareChallenge(message, answered);
    return (message.parseHeader('proxy-authenticate') as { stale: boolean } | undefined)?.stale;
  };
  expect(staleOf('b', 'a')).toBe(true);
  expect(staleOf('a', 'a')).toBe(false);
  expect(staleOf('a', undefined)).toBe(false);
});

test('quotes in a name do not end it', () => {
  const challenge = readChallenge('Digest realm="x", nonce="1"')!;
  const header = digestAnswer(challenge, { user: 'a"b', password: 'p' }, { method: 'REGISTER', uri: 'sip:x' });
  expect(header).toContain('username="a\\"b"');
});
