/** Looks into files before they are kept. */
export interface VirusScan {
  /** True when the content must not be kept. A scanner that cannot be reached throws. */
  isInfected(content: AsyncIterable<Uint8Array>): Promise<boolean>;
}
