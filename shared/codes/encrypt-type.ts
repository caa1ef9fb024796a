import { codes, type CodeOf } from '../codes.ts';

/** How phone numbers are protected (encryptType 0 to 3, specification W6). The four meanings are ours. */
export const EncryptType = codes({
  none: { code: 0, key: 'encryptType.none' },
  masked: { code: 1, key: 'encryptType.masked' },
  encrypted: { code: 2, key: 'encryptType.encrypted' },
  maskedAndEncrypted: { code: 3, key: 'encryptType.maskedAndEncrypted' },
});
export type EncryptType = CodeOf<typeof EncryptType>;
