/** What a run holds the product to. A figure that is beyond its promise breaks it, and the report says so. */
export interface ProductPromise {
  name: string;
  /** In words of the report. */
  says: string;
  why: string;
  most?: number;
  least?: number;
  unit: string;
}

const promise = <Name extends string>(
  name: Name,
  rest: Omit<ProductPromise, 'name'>,
): ProductPromise & { name: Name } => ({
  name,
  ...rest,
});

/** While load grows: the first of these that does not hold is what the machine bears no more. */
export const loadPromises = [
  promise('requestP95Ms', {
    says: '95 of 100 requests are answered within a second',
    why: 'beyond a second people notice that they wait, and press again',
    most: 1_000,
    unit: 'ms',
  }),
  promise('refusedRequests', {
    says: 'no request is refused for want of room',
    why: 'who is told to come again has lost what they were doing',
    most: 0,
    unit: 'requests',
  }),
  promise('messageP99Ms', {
    says: '99 of 100 messages are at the other side within two seconds',
    why: 'slower, and visitor and agent write past each other',
    most: 2_000,
    unit: 'ms',
  }),
  promise('ringP95Ms', {
    says: '95 of 100 callers hear ringing within two seconds',
    why: 'after two seconds of silence people think the line is dead',
    most: 2_000,
    unit: 'ms',
  }),
  promise('soundLeast', {
    says: 'every phone hears 49 of the 50 packets a second it is sent',
    why: 'from two percent of loss on G.711 is heard to crackle',
    least: 49,
    unit: 'packets/s',
  }),
] as const;
export type LoadFigureName = (typeof loadPromises)[number]['name'];

/** Of plain sound, beside Asterisk: the same two figures for both. */
export const soundPromises = [
  promise('heardShare', {
    says: '98 of 100 frames arrive',
    why: 'from two percent of loss on G.711 is heard to crackle',
    least: 0.98,
    unit: 'of the frames',
  }),
  promise('lateP99Ms', {
    says: '99 of 100 frames are at most 60 ms late',
    why: 'the jitter buffers of phones hold about three frames; what is later is lost for the ear',
    most: 60,
    unit: 'ms',
  }),
] as const;

/** Whatever is done to the product. */
export const PAUSE_MOST_SEC = 8;
export const TONE_PAUSE_MOST_SEC = 1;
export const RECORD_WITHIN_SEC = 2;
export const HEAP_GROWTH_MOST_MB = 150;

export const lastingPromises: readonly ProductPromise[] = [
  promise('lost', {
    says: 'nothing that was acknowledged is lost',
    why: 'an acknowledgement is the moment from which a person stops caring',
    most: 0,
    unit: '',
  }),
  promise('twice', {
    says: 'nothing is there twice, no call is answered twice, no agent is offered two',
    why: 'customers are called twice and agents blamed for it',
    most: 0,
    unit: '',
  }),
  promise('pauseSec', {
    says: `one process away, a team's desk answers again within ${PAUSE_MOST_SEC} s`,
    why: 'a caller who waits hears music as long, and an agent does not yet load the page anew',
    most: PAUSE_MOST_SEC,
    unit: 's',
  }),
  promise('recordSec', {
    says: `a record ends between hanging up and the word that it was heard, ${RECORD_WITHIN_SEC} s more or less`,
    why: 'calls are paid by the second, and moments are written in whole seconds on both sides',
    most: RECORD_WITHIN_SEC,
    unit: 's',
  }),
];

export const breaks = ({ most, least }: Pick<ProductPromise, 'most' | 'least'>, value: number | null): boolean =>
  value !== null && ((most !== undefined && value > most) || (least !== undefined && value < least));

/** Which promises these figures break; a figure that was not taken breaks none. */
export const brokenBy = <P extends ProductPromise>(
  promises: readonly P[],
  figures: Readonly<Partial<Record<P['name'], number | null>>>,
): P[] => promises.filter((one) => breaks(one, figures[one.name as P['name']] ?? null));
