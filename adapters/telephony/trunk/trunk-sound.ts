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
import type { TrunkSettings } from '#core/trunk/trunk-settings.ts';

const SUITE = 'AES_CM_128_HMAC_SHA1_80';
const OUR_PACKET_MS = 20;

interface Cipher {
  of: string;
  context: SrtpContext;
}

/** Offers and answers of one call, and what they mean for its packets. We never hold: who waits hears our music. */
export class TrunkSound {
  readonly end: RtpEnd;
  /** They stopped listening. */
  isHeld = false;
  readonly #settings: Pick<TrunkSettings, 'security' | 'codecs'>;
  readonly #address: string;
  readonly #id = randomInt(1, 2 ** 31);
  readonly #key = randomBytes(MASTER_BYTES);
  #version = 0;
  #lastSaid = '';
  #ours: SdesKey[];
  #in: Cipher | null = null;
  #out: Cipher | null = null;

  constructor(end: RtpEnd, address: string, settings: Pick<TrunkSettings, 'security' | 'codecs'>) {
    this.end = end;
    this.#address = address;
    this.#settings = settings;
    this.#ours = settings.security === 'sdes' ? [{ tag: '1', suite: SUITE, key: this.#key }] : [];
  }

  offer(): string {
    return this.#describe({
      codecs: this.#settings.codecs,
      keyPayload: KEY_PAYLOAD,
      packetMs: OUR_PACKET_MS,
      direction: 'sendrecv',
    });
  }

  /** Our answer, after which the sound is as agreed; null when there is none we have in common. */
  answer(text: string): string | null {
    const offer = readDescription(text);
    const codec = offer?.codecs.find((one) => this.#settings.codecs.includes(one));
    if (!offer || !codec || !this.#fits(offer)) return null;
    const theirs = offer.keys.find(({ suite }) => suite === SUITE) ?? offer.keys[0];
    // The key stays the same for the whole call, and with it the counters.
    if (theirs) this.#ours = [{ tag: theirs.tag, suite: theirs.suite, key: this.#key }];
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
    const codec = answer?.codecs.find((one) => this.#settings.codecs.includes(one));
    if (!answer || !codec || !this.#fits(answer)) return false;
    this.#use(answer, answer.keys[0], codec);
    return true;
  }

  #fits(theirs: DescribedSound): boolean {
    return this.#settings.security === 'sdes' ? theirs.isSecure && theirs.keys.length > 0 : !theirs.isSecure;
  }

  #describe(
    what: Pick<OurDescription, 'codecs' | 'keyPayload' | 'packetMs' | 'direction'>,
    offer: DescribedSound | null = null,
  ): string {
    const ours = { ...what, address: this.#address, port: this.end.port, id: this.#id, keys: this.#ours };
    const said = writeDescription({ ...ours, version: 0 }, offer);
    // The version tells whether anything changed (RFC 3264, section 8).
    if (said !== this.#lastSaid) this.#version++;
    this.#lastSaid = said;
    return writeDescription({ ...ours, version: this.#version }, offer);
  }

  #use(theirs: DescribedSound, key: SdesKey | undefined, codec: TrunkSettings['codecs'][number]): void {
    const ours = this.#ours[0];
    if (key && ours) {
      this.#in = cipherOf(key, this.#in);
      this.#out = cipherOf({ ...ours, suite: key.suite }, this.#out);
    }
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
