import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import { decoded } from './sip-text.ts';

const GUEST = /^guest-[A-Za-z0-9_-]{8,50}$/;

/** Whether somebody who calls for the first time on a socket names themselves as guests do. */
export const isGuestName = ({ from, toTag }: IncomingRequestMessage): boolean =>
  toTag === undefined && GUEST.test(decoded(from.uri.user ?? '') ?? '');
