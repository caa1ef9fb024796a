import type { IncomingRequestMessage, ResponseOptions } from 'sip.js/lib/core/index.js';

/** An UPDATE (RFC 3311), which the library does not know: carriers renew sessions and change sound with it. */
export type UpdateAsked = IncomingRequestMessage;
export type UpdateAnswer = ResponseOptions;
