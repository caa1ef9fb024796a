import type { RtpCodec } from '#core/trunk/trunk-settings.ts';
import { randomBytes, randomInt } from 'node:crypto';
import { listens } from '../embedded/sound/sdp.ts';
import type { RtpEnd } from './rtp-end.ts';
import {
  answerDirection,
  isHolding,
  KEY_PAYLOAD,
  readDescription,
  writeDescription,
  type DescribedSound,
  type OurDescription,
  type SdesKey,
} from './sdp.ts';
import { MASTER_BYTES, SrtpContext } from './srtp.ts';

const SUITE = 'AES_CM_128_HMAC_SHA1_80';
const OUR_PACKET_MS = 20;

/** What we want of the sound of a call. */
export interface SoundWishes {
  /** Secured always, never, or as whoever offers wants it. */
  security: 'none' | 'sdes' | 'asOffered';
  codecs: readonly RtpCodec[];
}

interface Cipher {
  of: string;
  context: SrtpContext;
}

/** Offers and answers of one call, and what they mean for its packets. We never hold: who waits hears our music. */
export class RtpSound {
  readonly end: RtpEnd;
  /** They stopped listening. */
  isHeld = false;
  readonly #wishes: SoundWishes;
  readonly #address: string;
  readonly #id = randomInt(1, 2 ** 31);
  readonly #key = randomBytes(MASTER_BYTES);
  #version = 0;
  #lastDescription = '';
  #ours: SdesKey[];
  #in: Cipher | null = null;
  #out: Cipher | null = null;

  constructor(end: RtpEnd, address: string, wishes: SoundWishes) {
    this.end = end;
    this.#address = address;
    this.#wishes = wishes;
    this.#ours = wishes.security === 'sdes' ? [{ tag: '1', suite: SUITE, key: this.#key }] : [];
  }

  offer(): string {
    return this.#describe({
      codecs: this.#wishes.codecs,
      keyPayload: KEY_PAYLOAD,
      packetMs: OUR_PACKET_MS,
      direction: 'sendrecv',
    });
  }

  /** Our answer, after which the sound is as agreed; null when there is none we have in common. */
  answer(text: string): string | null {
    const offer = readDescription(text);
    const codec = offer?.codecs.find((one) => this.#wishes.codecs.includes(one));
    if (!offer || !codec || !this.#fits(offer)) return null;
    const theirs = offer.keys.find(({ suite }) => suite === SUITE) ?? offer.keys[0];
    // The key stays the same for the whole call, and with it the counters.
    this.#ours = theirs ? [{ tag: theirs.tag, suite: theirs.suite, key: this.#key }] : [];
    this.#use(offer, theirs, codec);
    const { keyPayload, packetMs } = offer;
    return this.#describe(
      { codecs: [codec], keyPayload, packetMs, direction: answerDirection[offer.direction] },
      offer,
    );
  }

  /** Their answer to our offer; false when there is nothing in common. */
  agree(text: string): boolean {
    const answer = readDescription(text);
    const codec = answer?.codecs.find((one) => this.#wishes.codecs.includes(one));
    if (!answer || !codec || !this.#fits(answer)) return false;
    this.#use(answer, answer.keys[0], codec);
    return true;
  }

  #fits(theirs: DescribedSound): boolean {
    const { security } = this.#wishes;
    if (security === 'none' || !theirs.isSecure) return security !== 'sdes' && !theirs.isSecure;
    return theirs.keys.length > 0;
  }

  #describe(
    what: Pick<OurDescription, 'codecs' | 'keyPayload' | 'packetMs' | 'direction'>,
    offer: DescribedSound | null = null,
  ): string {
    const ours = { ...what, address: this.#address, port: this.end.port, id: this.#id, keys: this.#ours };
    const description = writeDescription({ ...ours, version: 0 }, offer);
    // The version tells whether anything changed (RFC 3264, section 8).
    if (description !== this.#lastDescription) this.#version++;
    this.#lastDescription = description;
    return writeDescription({ ...ours, version: this.#version }, offer);
  }

  #use(theirs: DescribedSound, key: SdesKey | undefined, codec: RtpCodec): void {
    const ours = this.#ours[0];
    this.#in = key && ours ? cipherOf(key, this.#in) : null;
    this.#out = key && ours ? cipherOf({ ...ours, suite: key.suite }, this.#out) : null;
    const { address, port, reportPort, isMuxed, keyPayload, packetMs, direction } = theirs;
    this.end.agree({
      address,
      port,
      reportPort,
      isMuxed,
      codec,
      keyPayload,
      packetMs,
      theyListen: listens(direction),
      theySpeak: direction === 'sendrecv' || direction === 'sendonly',
      secureIn: this.#in?.context ?? null,
      secureOut: this.#out?.context ?? null,
    });
    this.isHeld = isHolding(direction);
  }
}

/** A key said again must not begin anew: its counters would be lost, and with them the next packets. */
function cipherOf({ suite, key }: SdesKey, before: Cipher | null): Cipher {
  const of = `${suite} ${key.toString('hex')}`;
  return before?.of === of ? before : { of, context: new SrtpContext(key, suite) };
}
