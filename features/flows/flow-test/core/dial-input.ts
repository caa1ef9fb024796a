import { DIAL_PAD_MAX } from './limits.ts';

/** What stays of what was typed or pasted into the dial pad: digits, 99 at most. */
export const dialInput = (typed: string): string => typed.replace(/\D/g, '').slice(0, DIAL_PAD_MAX);
