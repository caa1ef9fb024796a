import { expect, test } from 'vitest';
import { DEFAULT_TRUNK } from '../../trunk/trunk-settings.ts';
import { readLineCall } from './read-line-call.ts';

const TOKEN = 'c0ffee';
const readWith = (variables: Record<string, string>, asked = TOKEN, wording: Partial<typeof DEFAULT_TRUNK> = {}) =>
  readLineCall({ ...DEFAULT_TRUNK, ...wording }, variables, { asked, registeredAs: TOKEN });

test('our own name at the carrier names nobody: To says who was called', () => {
  expect(readWith({ OS_FROM: '"Ana" <sip:+4930111@carrier.test>;tag=1', OS_TO: '<sip:+4930222@192.0.2.9>' })).toEqual({
    from: '+4930111',
    to: '+4930222',
    networkWord: null,
  });
});

test('whom the request asks for counts before To, and what the network vouches for before From', () => {
  const variables = {
    OS_FROM: '<sip:acme@carrier.test>;tag=1',
    OS_TO: '<sip:+4930333@192.0.2.9>',
    OS_P_ASSERTED_IDENTITY: '<tel:+4930444>',
  };
  expect(readWith(variables, '+4930222')).toMatchObject({ from: '+4930444', to: '+4930222' });
});

test('who wants to stay unknown stays so', () => {
  expect(readWith({ OS_FROM: '<sip:+4930111@carrier.test>', OS_PRIVACY: 'id' }).from).toBe('anonymous');
});

test('numbers are read as the trunk’s settings say', () => {
  const wording = {
    dialledNumber: { form: 'national', country: 'DE' },
    callerNumber: { form: 'international' },
  } as const;
  const variables = { OS_FROM: '<sip:4930111222@carrier.test>', OS_TO: '<sip:030222333@192.0.2.9>' };
  expect(readWith(variables, TOKEN, wording)).toMatchObject({ from: '+4930111222', to: '+4930222333' });
});

test('where a call came from before is told', () => {
  const variables = {
    OS_FROM: '<sip:+4930111@carrier.test>',
    OS_DIVERSION: '<sip:+4930555@carrier.test>;reason=user-busy',
  };
  expect(readWith(variables).networkWord).toEqual({
    attestation: null,
    divertedFrom: '+4930555',
    divertedBecause: 'busy',
  });
});
