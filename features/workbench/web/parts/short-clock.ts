import { clockText } from '#core/phone/call-clock.ts';

/** 04:07, and 1:04:07 once there is an hour. */
export const shortClock = (ms: number): string => clockText(ms).replace(/^00:/, '').replace(/^0(?=\d:\d\d:)/, '');
