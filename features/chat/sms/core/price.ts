/** Prices are ten-thousandths of a currency's unit, so that parts of a cent are whole numbers. */
export const PRICE_SCALE = 10_000;

/** What a message costs in the smallest unit of the currency, rounded up once for the whole message. */
export const costOf = ({
  segments,
  priceE4,
  minorDigits,
}: {
  segments: number;
  priceE4: number;
  minorDigits: number;
}): number => Math.ceil((segments * priceE4 * 10 ** minorDigits) / PRICE_SCALE);
