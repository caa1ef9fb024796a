/** What we take from a carrier. */
export const TRUNK_ALLOW = 'Allow: INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, PRACK, UPDATE';
/** What we understand when a carrier insists on it. */
const UNDERSTOOD = new Set(['100rel', 'timer']);

/** What a request insists on that we do not understand. */
export const notUnderstood = (required: readonly string[]): string[] =>
  required
    .flatMap((line) => line.split(','))
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag) => tag && !UNDERSTOOD.has(tag));
