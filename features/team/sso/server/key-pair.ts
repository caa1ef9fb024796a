import { selfSigned, type SelfSigned } from '#platform/server/self-signed.ts';

const YEAR_MS = 365 * 86_400_000;
const KEY_YEARS = 20;

/** A pair for providers to know us by: they were told of it by hand, so it must not end by itself. */
export const newKeyPair = (): Promise<SelfSigned> =>
  selfSigned('OpenSeat', { from: new Date(), to: new Date(Date.now() + KEY_YEARS * YEAR_MS) });
