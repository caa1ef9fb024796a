/** The id an address names; null where what stands there is none. */
export const addressId = (text: string | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;
