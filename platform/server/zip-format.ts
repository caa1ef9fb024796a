/** Numbers of PKWARE's APPNOTE (4.3 to 4.5) that writing and reading an archive share. */
export const ZipMark = {
  file: 0x0403_4b50,
  sizes: 0x0807_4b50,
  entry: 0x0201_4b50,
  end: 0x0605_4b50,
  end64: 0x0606_4b50,
  locator64: 0x0706_4b50,
} as const;
export const ZipMethod = { stored: 0, deflated: 8 } as const;
/** The extra field that holds what did not fit 32 bits. */
export const ZIP_WIDE_FIELD = 1;
/** Stands where a number does not fit. */
export const ZIP_FULL_32 = 0xffff_ffff;
export const ZIP_FULL_16 = 0xffff;
