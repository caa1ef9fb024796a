/** Numbers of the signalling, all in one place. Those of the specification (W9) are marked. */

/** W9: a registration lasts 300 s unless the phone asks for less. */
export const REGISTER_EXPIRY_SEC = 300;
export const MAX_EXPIRY_SEC = 300;
/** A phone on a port of SIP's own does not notice that we forgot it (a restart, an outage of its network): it comes again sooner. */
export const WIRE_EXPIRY_SEC = 120;
/** Shorter ones are answered 423; zero ends the registration. */
export const MIN_EXPIRY_SEC = 60;
export const MAX_CONTACTS_PER_ACCOUNT = 10;

/** W9: keep-alive every 20 s. A peer silent for 24 s is gone: looked at once a second, it is offline within 25. */
export const KEEP_ALIVE_MS = 20_000;
export const SILENT_PEER_MS = 24_000;
/** A datagram may be lost, and the phone would not know that we gave it up: it is asked for a sign of life twice. */
export const SILENT_WIRE_MS = 44_000;
/** A browser that is gone is offline within this time, counted from its last sign of life. */
export const REGISTRATION_GRACE_MS = 25_000;
/** A call whose phone lost its websocket waits this long for it to come back. */
export const CALL_GRACE_MS = 30_000;
export const SIGN_IN_PATIENCE_MS = 30_000;
/** A phone that was not told the end of its transfer in this time may ask for another. */
export const TRANSFER_PATIENCE_SEC = 60;
/** 64 × T1: after this SIP gives up waiting for an answer. */
export const TRANSACTION_TIMEOUT_MS = 32_000;
/** How often the edge looks at what ran out. */
export const SWEEP_MS = 1_000;

export const NONCE_LIFETIME_MS = 300_000;
export const MAX_NONCES_IN_USE = 20_000;

export const MAX_MESSAGE_CHARS = 65_536;
export const MAX_HEADERS = 100;
export const MAX_LINE_CHARS = 8_192;
export const MAX_BODY_CHARS = 49_152;
/** 2^31, the end of SIP's sequence numbers. */
export const MAX_SEQUENCE = 2_147_483_647;
export const MAX_FORWARDS = 255;

export const SIP_PATH = /^\/cc\/sip\/[a-z0-9-]{1,40}$/;
export const SIP_PATHS = '/cc/sip/';
export const SIP_SUBPROTOCOL = 'sip';

export const ALLOWED_METHODS = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'INFO', 'REFER', 'REGISTER'] as const;
export const ALLOW = `Allow: ${ALLOWED_METHODS.join(', ')}`;
export const SERVER_NAME = 'OpenSeat';

/** What one socket, phone or address may take; tests make them smaller or larger. */
export interface SipLimits {
  socketsPerAddress: number;
  sockets: number;
  /** Messages a socket may send at once, and per second in the long run. */
  burst: number;
  messagesPerSec: number;
  /** Messages before it signed in; a phone needs two. */
  strangerMessages: number;
  callsPerPhone: number;
  /** Of a phone on a port of SIP's own, whose password may be stolen. */
  callsPerDeskPhone: number;
  transactionsPerPhone: number;
  /** Messages kept for a phone whose websocket is away. */
  keptMessages: number;
  /** Characters not yet taken by the network; a socket that does not read is closed. */
  unsentChars: number;
}

export const DEFAULT_LIMITS: SipLimits = {
  // A whole office may come from one address.
  socketsPerAddress: 2_000,
  sockets: 10_000,
  burst: 200,
  messagesPerSec: 40,
  strangerMessages: 40,
  callsPerPhone: 10,
  callsPerDeskPhone: 4,
  transactionsPerPhone: 200,
  keptMessages: 64,
  unsentChars: 1_000_000,
};
