import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attestations } from '#core/telephony/network-word.ts';
import { attestationOf } from './caller-attestation.ts';

type AttestingHeaders = Parameters<typeof attestationOf>[0];
const attested = (some: Partial<AttestingHeaders>) =>
  attestationOf({ identities: [], levels: [], claims: [], ...some });

test.each([
  ['<tel:+4930;verstat=TN-Validation-Passed-A>', 'A'],
  ['<tel:+4930;verstat=TN-Validation-Passed-B>', 'B'],
  ['tel:+4930;verstat=TN-Validation-Passed-C', 'C'],
  ['"Ana" <sip:+4930;verstat=TN-Validation-Passed@carrier.example;user=phone>', 'A'],
  ['<sip:+4930@carrier.example;verstat=tn-validation-passed-b>', 'B'],
  ['<sip:+4930@carrier.example>; verstat = TN-Validation-Failed', 'failed'],
  ['<sip:+4930@carrier.example>;verstat=TN-Validation-Failed-A', 'failed'],
  ['<sip:+4930@carrier.example>;verstat=No-TN-Validation', null],
  ['<sip:+4930@carrier.example>;verstat=TN-Validation-Passed-D', null],
  ['<sip:+4930@carrier.example>;verstat=', null],
  ['<sip:+4930@carrier.example>;noverstat=TN-Validation-Passed-A', null],
  ['<sip:+4930@carrier.example>', null],
  // Callers choose their names.
  ['"x;verstat=TN-Validation-Passed-A" <sip:+4930@carrier.example>', null],
  ['"x\\";verstat=TN-Validation-Passed-A" <sip:+4930@carrier.example>', null],
  ['"x;verstat=TN-Validation-Passed-A <sip:+4930@carrier.example>', null],
  ['"x;verstat=TN-Validation-Passed-A\\', null],
  ['x;verstat=TN-Validation-Passed-A <sip:+4930@carrier.example>', null],
  ['"x;verstat=TN-Validation-Passed-A" <sip:+4930;verstat=TN-Validation-Failed@carrier.example>', 'failed'],
  ['<sip:+4930%3Bverstat=TN-Validation-Passed-A@carrier.example>', null],
])('[CC-12] the verdict in %s', (identity, expected) => {
  expect(attested({ identities: [identity] })).toBe(expected);
});

const passed = '<tel:+4930;verstat=TN-Validation-Passed>';
test.each<[string, Partial<AttestingHeaders>, string | null]>([
  ['the network’s identity comes before From', { identities: ['<tel:1;verstat=TN-Validation-Passed-C>', passed] }, 'C'],
  ['From counts where the network’s says nothing', { identities: ['<tel:1>', passed] }, 'A'],
  ['and where it is missing', { identities: [undefined, passed] }, 'A'],
  ['a level alone', { levels: [undefined, 'B'] }, 'B'],
  ['a level in quotes, and what follows it', { levels: [' "c" ; x=y'] }, 'C'],
  ['no level', { levels: ['D', 'AB', '', 'Full'] }, null],
  ['a level adds to a verdict', { identities: [passed], levels: ['B'] }, 'B'],
  ['a verdict’s own level stays', { identities: ['<tel:1;verstat=TN-Validation-Passed-C>'], levels: ['A'] }, 'C'],
  [
    'a level does not heal what failed',
    { identities: ['<tel:1;verstat=TN-Validation-Failed>'], levels: ['A'] },
    'failed',
  ],
  ['nor what nobody looked at', { identities: ['<tel:1;verstat=No-TN-Validation>'], levels: ['A'] }, null],
  ['a claim alone is nobody’s word', { claims: ['{"attest":"A"}'] }, null],
  ['a claim says less than the verdict', { identities: [passed], claims: ['{"attest":"C"}'] }, 'C'],
  ['nonsense claims', { identities: [passed], claims: ['', 'null', '[]', '{"attest":{}}', '{"attest":"Z"}'] }, 'A'],
])('[CC-12] %s', (_what, some, expected) => {
  expect(attested(some)).toBe(expected);
});

test('[CC-12] whatever comes, the answer is a level, a failure or nothing', () => {
  const text = fc.oneof(fc.string({ maxLength: 200 }), fc.constantFrom(passed, 'A', '{"attest":"B"}', '"'.repeat(500)));
  const texts = fc.array(text, { maxLength: 4 });
  fc.assert(
    fc.property(texts, texts, texts, (identities, levels, claims) => {
      expect([...attestations, null]).toContain(attestationOf({ identities, levels, claims }));
    }),
  );
});
