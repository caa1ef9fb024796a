import { findWays } from '#adapters/browser/sip/find-ways.ts';
import { openProbePhone } from '#adapters/browser/sip/open-probe-phone.ts';
import type { CheckParts } from '#features/voice/self-test/web/index.ts';

/** What checks of lines and equipment use of a real browser; the only place where it is chosen. */
export const checkParts = (): CheckParts => ({ openPhone: () => openProbePhone(), findWays });
