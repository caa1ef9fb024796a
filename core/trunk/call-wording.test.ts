import { expect, test } from 'vitest';
import { mayAddHeader } from './own-headers.ts';
import { previewCall, readCall, readWord, type CallWording } from './call-wording.ts';

const wording = (some: Partial<CallWording> = {}): CallWording => ({
  domain: 'carrier.example',
  account: { user: '1234567t0' },
  callerId: { from: 'number', vouched: 'asserted' },
  calledNumber: { form: 'plus' },
  shownNumber: { form: 'plus' },
  dialledNumber: { form: 'asGiven' },
  callerNumber: { form: 'asGiven' },
  headers: {},
  ...some,
});
const ends = { from: '4930111', to: '525512345678' };

test('[CC-12] the preview shows every line the settings decide', () => {
  expect(previewCall(wording(), ends)).toEqual([
    'INVITE sip:+525512345678@carrier.example SIP/2.0',
    'From: <sip:+4930111@carrier.example>',
    'To: <sip:+525512345678@carrier.example>',
    'P-Asserted-Identity: <sip:+4930111@carrier.example>',
  ]);
});

test('[CC-12] a carrier that wants the account in From, digits and a token of its own gets them', () => {
  const asked = wording({
    callerId: { from: 'account', vouched: 'preferred', host: 'numbers.example', diversion: '4930100' },
    calledNumber: { form: 'national', country: 'MX', prefix: '7788' },
    shownNumber: { form: 'digits' },
    headers: { 'X-Token': 'abc\r\nEvil: yes', From: 'nobody', 'not a name': 'x' },
  });
  expect(previewCall(asked, ends)).toEqual([
    'INVITE sip:77885512345678@carrier.example SIP/2.0',
    'From: <sip:1234567t0@numbers.example>',
    'To: <sip:77885512345678@carrier.example>',
    'P-Preferred-Identity: <sip:4930111@numbers.example>',
    'Diversion: <sip:4930100@numbers.example>',
    'X-Token: abc Evil: yes',
  ]);
});

test('[CC-12] a hidden caller is named to nobody', () => {
  expect(previewCall(wording({ account: null }), { from: '', to: '112' })).toEqual([
    'INVITE sip:112@carrier.example SIP/2.0',
    'From: "Anonymous" <sip:anonymous@anonymous.invalid>',
    'To: <sip:112@carrier.example>',
    'Privacy: id',
  ]);
});

test('[CC-04] a call that comes in is read by the carrier’s ways of writing', () => {
  const carrierWording = wording({
    dialledNumber: { form: 'international', prefix: '49301234' },
    callerNumber: { form: 'national', country: 'DE' },
  });
  expect(readCall(carrierWording, { from: '040998877', to: '56' })).toEqual({ from: '+4940998877', to: '+4930123456' });
  expect(readCall(carrierWording, { from: 'anonymous', to: '56' }).from).toBe('anonymous');
});

test('[CC-04] a number that forwarded the call is read as callers’ numbers are', () => {
  const carrierWording = wording({ callerNumber: { form: 'national', country: 'DE' } });
  expect(readWord(carrierWording, { attestation: 'B', divertedFrom: '040998877' })).toEqual({
    attestation: 'B',
    divertedFrom: '+4940998877',
  });
  expect(readWord(carrierWording, { attestation: 'A', divertedFrom: null })).toEqual({
    attestation: 'A',
    divertedFrom: null,
  });
  expect(readWord(carrierWording, { attestation: null, divertedFrom: null })).toBeNull();
});

test.each([
  ['X-Token', true],
  ['P-Charge-Info', true],
  ['from', false],
  ['Privacy', false],
  ['t', false],
  ['X Token', false],
  ['', false],
])('[CC-12] a header called "%s" may be added: %s', (name, may) => {
  expect(mayAddHeader(name)).toBe(may);
});
