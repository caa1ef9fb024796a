import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PHONE, RejectStatus } from '#core/phone/phone-constants.ts';
import { sourceFiles } from './source-tree.ts';

/** Numbers of what the phone does not do, which the table of the specification has all the same. The list only shrinks. */
const unread: Partial<Record<keyof typeof PHONE, string>> = {
  libraryRegisterExpirySec: 'the default of the library, which registerExpirySec replaces',
  subscriptionExpirySec: 'a phone without a presence list subscribes to nothing',
  publicationExpirySec: 'nor does it publish anything',
  connectVideoMs: 'there are no video calls',
};

/** [CALL-19] As the specification gives them. What each of them does is tested where it is done, by the same numbers. */
const specified: Partial<Record<keyof typeof PHONE, number>> = {
  checkEveryMs: 4_000,
  checkFailuresAllowed: 2,
  registerExpirySec: 300,
  libraryRegisterExpirySec: 600,
  registerRefreshPercent: 99,
  subscriptionExpirySec: 3_600,
  publicationExpirySec: 3_600,
  statsEveryMs: 1_000,
  reportEverySec: 5,
  keepAliveSec: 20,
  connectVideoMs: 35_000,
  connectAudioMs: 55_000,
  transportTimeoutMs: 5_000,
  unansweredMs: 60_000,
  reconnections: 3,
  reconnectEveryMs: 4_000,
  iceGatheringMs: 5_000,
};

const readers = ['core', 'adapters', 'features']
  .flatMap(sourceFiles)
  .filter((file) => file !== 'core/phone/phone-constants.ts')
  .map((file) => readFileSync(file, 'utf8'));
const isRead = (words: string): boolean => readers.some((source) => new RegExp(`\\b${words}\\b`).test(source));

test('[CALL-19] every number of the table is the specification’s, and the phone goes by it', () => {
  expect(PHONE).toMatchObject(specified);
  expect(RejectStatus.declined).toBe(603);
  expect(isRead('RejectStatus\\.declined')).toBe(true);
  expect(Object.keys(PHONE).filter((name) => !isRead(`PHONE\\.${name}`))).toEqual(Object.keys(unread));
});
