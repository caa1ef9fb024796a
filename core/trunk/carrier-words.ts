/** The words by which trunks of routes name lines that somebody described: a tenant itself, or the installation that lends them. */
const OWN = /^sip-([1-9]\d{0,18})$/;
const LENT = 'lent-';

export const sipCarrier = (sipTrunkId: number): string => `sip-${sipTrunkId}`;

/** It leads to a carrier a tenant described: nobody else's trunks lead there. */
export const isSipCarrier = (carrier: string): boolean => OWN.test(carrier);

export const lentCarrier = (name: string): string => `${LENT}${name}`;

/** Calls come in over it for whoever has a trunk to it, and for nobody else. */
export const bringsForItsTrunksAlone = (carrier: string): boolean => isSipCarrier(carrier) || carrier.startsWith(LENT);
