import { createECDH, generateKeyPairSync } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openOutsideFetch } from '#adapters/http/open-outside-fetch.ts';
import type { PushIdentity } from '#core/push/web-push.port.ts';
import { encryptFor } from './encrypt.ts';
import { openWebPush } from './open-web-push.ts';
import { aBrowser, decrypt, openPushService } from './push-service.fixture.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** RFC 8291, Appendix A. */
const rfc = {
  text: bytes('V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24'),
  ourPrivate: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  point: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  browserPrivate: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

const service = await openPushService();
afterAll(service.close);
const NOW_MS = 1_800_000_000_000;
const send = openWebPush({ outside: openOutsideFetch({ allowPrivate: true }), nowMs: () => NOW_MS });

function anIdentity(contact: string | null = 'https://desk.example'): PushIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  return {
    publicKey: Buffer.concat([Buffer.from([4]), bytes(x!), bytes(y!)]).toString('base64url'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
    contact,
  };
}
const message = { text: '{"title":"有新聊天"}', ttlSec: 600, urgency: 'high', topic: 'abc' } as const;

test('[push] a notice is encrypted as the standard’s own example says', () => {
  const body = encryptFor(rfc, rfc.text, { salt: rfc.salt, privateKey: rfc.ourPrivate });
  expect(body.toString('base64url')).toBe(rfc.body);
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(rfc.browserPrivate);
  expect(decrypt(body, rfc.point, rfc.auth, (writer) => browser.computeSecret(writer))).toBe(rfc.text.toString());
});

test('[push] two notices of the same words have nothing in common, and only their browser reads them', () => {
  const { target, read } = aBrowser('https://push.example/a');
  const keys = { point: bytes(target.p256dh), auth: bytes(target.auth) };
  const [first, second] = [encryptFor(keys, rfc.text), encryptFor(keys, rfc.text)];
  expect(first.equals(second)).toBe(false);
  expect(read(first)).toBe(rfc.text.toString());
  expect(() => aBrowser('https://push.example/b').read(first)).toThrow();
});

test('[push] the maker of the browser is told how urgent it is and who sends it, and cannot read it', async () => {
  const identity = anIdentity();
  expect(await send(service.browser('ana'), message, identity)).toEqual({ status: 201, retryAfterSec: null });
  const [taken] = service.of('ana');
  expect(taken).toMatchObject({
    text: message.text,
    publicKey: identity.publicKey,
    claims: { aud: service.origin, sub: 'https://desk.example' },
    headers: { ttl: '600', urgency: 'high', topic: 'abc', 'content-encoding': 'aes128gcm' },
  });
  expect(taken!.claims.exp - NOW_MS / 1_000).toBeLessThanOrEqual(24 * 3_600);
});

test.each([
  [429, { 'retry-after': '120' }, 120],
  [503, { 'retry-after': new Date(NOW_MS + 30_000).toUTCString() }, 30],
  [410, {}, null],
])('[push] the answer %i %j is handed on', async (status, headers, retryAfterSec) => {
  const target = service.browser(`busy-${status}`);
  service.answer(`busy-${status}`, status, headers as Record<string, string>);
  expect(await send(target, message, anIdentity(null))).toEqual({ status, retryAfterSec });
});

test('[push] no browser can make us call a server of our own network', async () => {
  const guarded = openWebPush({ outside: openOutsideFetch(), nowMs: () => NOW_MS });
  expect(await guarded(service.browser('inner'), message, anIdentity())).toEqual({ reason: 'privateAddress' });
  expect(service.of('inner')).toEqual([]);
});
