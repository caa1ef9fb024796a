/**
 * The E-model of ITU-T G.107 (narrow band), whole: a call's rating R from 0 to 100 out of everything that spoils it.
 *
 *   R = Ro − Is − Id − Ie,eff + A
 *
 *   Ro      signal over noise of the room and the line          (7.2)
 *   Is      what comes with the voice: loudness, sidetone, quantizing   (7.3)
 *   Id      delay: echo of talker and listener, and being late at all   (7.4)
 *   Ie,eff  the codec and lost packets                           (7.5)
 *   A       what people forgive because it is convenient; 0 at a desk
 *
 * Names are the recommendation's, so that it can be read beside it. Whatever a network cannot change has its default.
 */
export interface Transmission {
  /** Ta: one way, mouth to ear. The echo paths T and Tr follow from it (T = Ta, Tr = 2 Ta), as in table 3. */
  delayMs: number;
  /** Ppl, 0 to 100. */
  lossPercent: number;
  /** BurstR: 1 when losses come by chance, more when they come together. */
  burstRatio?: number;
  codec?: Codec;
}

export interface Codec {
  /** Ie: what the codec spoils without any loss. */
  impairment: number;
  /** Bpl: how well it hides losses. */
  robustness: number;
}

/** G.711, as browsers play it: losses are concealed (G.113, appendix I). */
export const PCMU: Codec = { impairment: 0, robustness: 25.1 };

/** Table 2 of the recommendation. */
const D = {
  SLR: 8,
  RLR: 2,
  STMR: 15,
  LSTR: 18,
  Ds: 3,
  TELR: 65,
  WEPL: 110,
  qdu: 1,
  Nc: -70,
  Nfor: -64,
  Ps: 35,
  Pr: 35,
  A: 0,
};
const OLR = D.SLR + D.RLR;
const power = (dB: number): number => 10 ** (dB / 10);
const decibel = (value: number): number => 10 * Math.log10(value);
/** The smooth maximum the recommendation uses everywhere. */
const bend = (x: number, n: number): number => (1 + x ** n) ** (1 / n);

/** The rating of a call, at most 93.2 and never below 0. */
export function ratingOf({ delayMs, lossPercent, burstRatio = 1, codec = PCMU }: Transmission): number {
  const No = noise();
  const Ro = 15 - 1.5 * (D.SLR + No);
  const Ie = codec.impairment + (95 - codec.impairment) * (lossPercent / (lossPercent / burstRatio + codec.robustness));
  return Math.max(
    0,
    Ro -
      simultaneous(Ro, No, delayMs) -
      talkerEcho(No, delayMs) -
      listenerEcho(Ro, 2 * delayMs) -
      lateness(delayMs) -
      Ie +
      D.A,
  );
}

/** 7.2: circuit noise, the rooms at both ends, the noise floor. */
function noise(): number {
  const Nos = D.Ps - D.SLR - D.Ds - 100 + 0.004 * (D.Ps - OLR - D.Ds - 14) ** 2;
  const Pre = D.Pr + decibel(1 + power(10 - D.LSTR));
  const Nor = D.RLR - 121 + Pre + 0.008 * (Pre - 35) ** 2;
  return decibel(power(D.Nc) + power(Nos) + power(Nor) + power(D.Nfor + D.RLR));
}

/** 7.3: too low a loudness, sidetone, quantizing distortion. */
function simultaneous(Ro: number, No: number, T: number): number {
  const Xolr = OLR + 0.2 * (64 + No - D.RLR);
  const Iolr = 20 * (bend(Xolr / 8, 8) - Xolr / 8);
  const STMRo = -decibel(power(-D.STMR) + Math.exp(-T / 4) * power(-D.TELR));
  const Ist = 12 * bend((STMRo - 13) / 6, 8) - 28 * bend((STMRo + 1) / 19.4, 35) - 13 * bend((STMRo - 3) / 33, 13) + 29;
  const Q = 37 - 15 * Math.log10(D.qdu);
  const G = 1.07 + 0.258 * Q + 0.0602 * Q ** 2;
  const Iq = 15 * Math.log10(1 + 10 ** ((Ro - 100) / 15 + 46 / 8.4 - G / 9) + 10 ** (46 / 30 - G / 40));
  return Iolr + Ist + Iq;
}

/** 7.4: one hears oneself, later and later. */
function talkerEcho(No: number, T: number): number {
  const TERV = D.TELR - 40 * Math.log10((1 + T / 10) / (1 + T / 150)) + 6 * Math.exp(-0.3 * T ** 2);
  const Re = 80 + 2.5 * (TERV - 14);
  const Roe = -1.5 * (No - D.RLR);
  return (half(Roe - Re, 100) - 1) * (1 - Math.exp(-T));
}

/** 7.4: one hears the other side twice. */
function listenerEcho(Ro: number, Tr: number): number {
  const Rle = 10.5 * (D.WEPL + 7) * (Tr + 1) ** -0.25;
  return half(Ro - Rle, 169);
}

const half = (difference: number, floor: number): number => difference / 2 + Math.sqrt(difference ** 2 / 4 + floor);

/** 7.4: nothing up to 100 ms, then people begin to talk at the same time. */
function lateness(Ta: number): number {
  if (Ta <= 100) return 0;
  const X = Math.log2(Ta / 100);
  return 25 * (bend(X, 6) - 3 * bend(X / 3, 6) + 2);
}

/** Annex B: what people would say of a rating, from 1 (bad) to 4.5 (the best the telephone has). */
export function mosOfRating(R: number): number {
  if (R <= 0) return 1;
  if (R >= 100) return 4.5;
  return Math.max(1, 1 + 0.035 * R + R * (R - 60) * (100 - R) * 7e-6);
}
