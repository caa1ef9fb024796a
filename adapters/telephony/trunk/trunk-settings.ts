import { DEFAULT_CALLER_ID } from '#core/trunk/caller-id.ts';
import type { TrunkSettings } from '#core/trunk/trunk-settings.ts';
import { SESSION_SEC } from './session-timer.ts';

/** What stands where nobody said otherwise. */
export const DEFAULT_TRUNK: Omit<TrunkSettings, 'domain' | 'gateways'> = {
  account: null,
  register: null,
  signallingFrom: [],
  mediaFrom: [],
  hosts: [],
  roots: [],
  security: 'none',
  codecs: ['PCMU', 'PCMA'],
  callerId: DEFAULT_CALLER_ID,
  calledNumber: { form: 'plus' },
  shownNumber: { form: 'plus' },
  dialledNumber: { form: 'asGiven' },
  callerNumber: { form: 'asGiven' },
  headers: {},
  sessionSec: SESSION_SEC,
  callsAtOnce: 100,
  callsPerSec: 20,
  healthSec: 60,
  largeByTcp: true,
};
