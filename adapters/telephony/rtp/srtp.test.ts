import { describe, expect, test } from 'vitest';
import { buildRtp } from '../embedded/sound/rtp.ts';
import { CounterMode, deriveKey, SrtpContext, type SrtpSuite } from './srtp.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');
const MASTER = hex('E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6');
const SUITES: SrtpSuite[] = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'];

describe('numbers others computed', () => {
  test('the key stream of RFC 3711, B.2', () => {
    const stream = new CounterMode(hex('2B7E151628AED2A6ABF7158809CF4F3C')).apply(
      hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD0000'),
      Buffer.alloc(48),
    );
    expect(stream.toString('hex').toUpperCase()).toBe(
      'E03EAD0935C95E80E166B16DD92B4EB4D23513162B02D0F72A43A2FE4A5F97AB41E95B3BB0A2E8DD477901E4FCA894C0',
    );
  });

  test.each([
    [0, 'C61E7A93744F39EE10734AFE3FF7A087'],
    [2, '30CBBC08863D8C85D49DB34A9AE1'],
    [1, 'CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4'],
  ])('the session key of label %d of RFC 3711, B.3', (label, key) => {
    expect(
      deriveKey(MASTER, label, key.length / 2)
        .toString('hex')
        .toUpperCase(),
    ).toBe(key);
  });

  test('a whole packet under these keys', () => {
    const plain = hex(`800f1234decafbadcafebabe${'ab'.repeat(16)}`);
    const secured = hex('800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb');
    expect(new SrtpContext(MASTER, 'AES_CM_128_HMAC_SHA1_80').protect(plain)).toEqual(secured);
    expect(new SrtpContext(MASTER, 'AES_CM_128_HMAC_SHA1_80').unprotect(secured)).toEqual(plain);
  });
});

describe.each(SUITES)('%s', (suite) => {
  const pair = () => [new SrtpContext(MASTER, suite), new SrtpContext(MASTER, suite)] as const;
  const packet = (sequence: number, ssrc = 7): Buffer =>
    buildRtp({
      payloadType: 0,
      marker: false,
      sequence,
      timestamp: sequence * 160,
      ssrc,
      payload: Buffer.alloc(160, sequence),
    });

  test('what one end protects the other opens, over the roll of the sequence and in disorder', () => {
    const [speaker, listener] = pair();
    const sequences = Array.from({ length: 200 }, (_, at) => (65_450 + at) & 0xffff);
    const sent = sequences.map((sequence) => [packet(sequence), speaker.protect(packet(sequence))] as const);
    for (let at = 0; at + 1 < sent.length; at += 2) [sent[at], sent[at + 1]] = [sent[at + 1]!, sent[at]!];
    for (const [plain, secured] of sent) expect(listener.unprotect(secured)).toEqual(plain);
  });

  test('a packet counts once; one that was changed, cut or signed by nobody never', () => {
    const [speaker, listener] = pair();
    const secured = speaker.protect(packet(1));
    expect(listener.unprotect(secured)).not.toBeNull();
    expect(listener.unprotect(secured)).toBeNull();
    const next = speaker.protect(packet(2));
    for (const at of [1, 5, 20, next.length - 1]) {
      const changed = Buffer.from(next);
      changed[at]! ^= 1;
      expect(listener.unprotect(changed)).toBeNull();
    }
    expect(listener.unprotect(next.subarray(0, 14))).toBeNull();
    expect(listener.unprotect(packet(3))).toBeNull();
    expect(listener.unprotect(next)).toEqual(packet(2));
    for (let sequence = 3; sequence < 100; sequence++) listener.unprotect(speaker.protect(packet(sequence)));
    expect(listener.unprotect(secured)).toBeNull();
  });

  test('forged senders take no memory from a true one', () => {
    const [speaker, listener] = pair();
    for (let sequence = 65_400; sequence < 66_000; sequence++)
      listener.unprotect(speaker.protect(packet(sequence & 0xffff)));
    for (let ssrc = 100; ssrc < 200; ssrc++) listener.unprotect(Buffer.concat([packet(1, ssrc), Buffer.alloc(10)]));
    expect(listener.unprotect(speaker.protect(packet(464)))).toEqual(packet(464));
  });

  test('reports are kept secret too, and each counts once', () => {
    const [speaker, listener] = pair();
    const report = hex('80c90001 00000007 0102030405060708');
    const secured = speaker.protectReport(report);
    expect(secured.length).toBe(report.length + 14);
    expect(listener.unprotectReport(secured)).toEqual(report);
    expect(listener.unprotectReport(secured)).toBeNull();
    const next = speaker.protectReport(report);
    next[9]! ^= 1;
    expect(listener.unprotectReport(next)).toBeNull();
  });
});
