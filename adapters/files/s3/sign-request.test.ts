import { expect, test } from 'vitest';
import { authorizationOf, queryText, sha256Hex, signedMoment } from './sign-request.ts';

// The examples in the documentation of Amazon S3, "Authenticating Requests: Using the Authorization Header".
const signer = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const at = signedMoment(Date.UTC(2013, 4, 24));
const host = 'examplebucket.s3.amazonaws.com';
const nothing = sha256Hex('');

test.each([
  [
    'a part of an object',
    {
      method: 'GET',
      path: '/test.txt',
      query: {},
      headers: { host, range: 'bytes=0-9', 'x-amz-content-sha256': nothing, 'x-amz-date': at },
      bodyHash: nothing,
    },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'an object that is put',
    {
      method: 'PUT',
      path: '/test%24file.text',
      query: {},
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        host,
        'x-amz-content-sha256': sha256Hex('Welcome to Amazon S3.'),
        'x-amz-date': at,
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      bodyHash: sha256Hex('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a question without a value',
    {
      method: 'GET',
      path: '/',
      query: { lifecycle: '' },
      headers: { host, 'x-amz-content-sha256': nothing, 'x-amz-date': at },
      bodyHash: nothing,
    },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a list of objects',
    {
      method: 'GET',
      path: '/',
      query: { prefix: 'J', 'max-keys': '2' },
      headers: { host, 'x-amz-content-sha256': nothing, 'x-amz-date': at },
      bodyHash: nothing,
    },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('%s is signed as the protocol’s own example', (_what, request, signature) => {
  expect(authorizationOf(signer, request)).toMatch(new RegExp(`Signature=${signature}$`));
});

test('questions are encoded as they are signed', () => {
  expect(queryText({ prefix: "a b/c'", uploads: '' })).toBe('prefix=a%20b%2Fc%27&uploads=');
});
