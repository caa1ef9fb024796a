/** Figures of the specification (P9). */
export const DIAL_PAD_MAX = 99;
export const REGISTRATION_EXPIRES_S = 300;
export const MIC_CHECK_MS = 1_000;
export const VOLUME_MS = 300;
export const HANG_UP_DELAY_MS = 1_000;
export const CALL_START_DELAY_MS = 1_000;
export const CHART_DELAY_MS = 100;
export const SHRINK_MS = 200;
