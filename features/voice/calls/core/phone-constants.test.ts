import { expect, test } from 'vitest';
import { causeOfStatus } from '#core/telephony/end-causes.ts';
import { offerOutcome } from './ending.ts';
import { PHONE, RejectStatus } from '#core/phone/phone-constants.ts';

test('[CALL-19] the numbers of the specification are kept', () => {
  expect(PHONE).toMatchObject({
    checkEveryMs: 4_000,
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
    autoAnswerAfterMs: 1_000,
    toneGapMs: 250,
    unregisterDelayMs: 100,
    holdKeepAliveSec: 300,
  });
  expect(PHONE).toMatchObject({
    warnAtSec: 60,
    numberMaxDigits: 20,
    padMaxKeys: 99,
    enterDebounceMs: 1_000,
    volumeDefault: 100,
    volumeStep: 10,
    lookupPageSize: 30,
    recordPageSize: 10,
  });
  expect(PHONE).toMatchObject({
    tabMessageWaitMs: 300_000,
    tabDisconnectWaitMs: 8_000,
    tabCheckWaitMs: 10_000,
    statusKeepaliveTicks: 3,
    statusTickMs: 60_000,
    statusZoneHours: 8,
    unloadWithinMs: 5,
  });
  expect(RejectStatus.declined).toBe(603);
});

test.each([
  ['declined', 'rejected'],
  ['busy', 'rejected'],
  ['unanswered', 'missed'],
  ['noDevice', 'deviceError'],
  ['unavailable', 'deviceError'],
] as const)('a call refused as %s is %s to the server (complaint 8)', (name, outcome) => {
  expect(offerOutcome(causeOfStatus(RejectStatus[name]))).toBe(outcome);
});
