import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import { EncryptType } from '#shared/codes/encrypt-type.ts';
import { PhoneConversion } from '#shared/codes/phone-conversion.ts';
import { Failure } from '#shared/errors.ts';
import type { ConvertedPhone } from '../contract.ts';
import type { TenantSecrets } from './tenant-secrets.ts';

/**
 * Words that stand for numbers. A word is the number itself, encrypted and sealed with a key of the tenant: whoever holds
 * it can have the number called, not read it; another tenant can do nothing with it. Equal numbers have equal words, so
 * that lists can be searched, and the nonce follows from the number for that reason.
 *
 * Whoever may not see numbers gets another kind of word for one they type: a phone can dial it, and it is nothing to
 * anybody else. Else they could type numbers until the word is that of a hidden one, or finds whose it is.
 */
export interface PhoneWords {
  wordFor(tenantId: number, number: string): Promise<string>;
  /** For a number that was typed by somebody who may not see numbers; another one each time. */
  wordToDial(tenantId: number, number: string): Promise<string>;
  /** Null for what is no word of this tenant, and for one to dial. */
  numberOf(tenantId: number, word: string): Promise<string | null>;
  /** The number a phone is to call, by a word of either kind. Nobody else asks for it. */
  numberToDial(tenantId: number, word: string): Promise<string | null>;
}

const PREFIX = 'enc.';

/** Such a word may be dialled like a number. */
export const isPhoneWord = (text: string): boolean => text.startsWith(PREFIX);

export function phoneWords(secrets: TenantSecrets): PhoneWords {
  const written = (sealed: Buffer): string => PREFIX + sealed.toString('base64url');
  async function opened(tenantId: number, word: string, purpose: 'phone' | 'phone to dial'): Promise<string | null> {
    if (!isPhoneWord(word)) return null;
    // No number is empty.
    return unseal(await secrets.derive(tenantId, purpose), Buffer.from(word.slice(PREFIX.length), 'base64url')) || null;
  }
  return {
    async wordFor(tenantId, number) {
      const [key, nonceKey] = await Promise.all([
        secrets.derive(tenantId, 'phone'),
        secrets.derive(tenantId, 'phone nonce'),
      ]);
      return written(seal(key, number, { nonceFrom: createHmac('sha256', nonceKey).update(number).digest() }));
    },
    wordToDial: async (tenantId, number) => written(seal(await secrets.derive(tenantId, 'phone to dial'), number)),
    numberOf: (tenantId, word) => opened(tenantId, word, 'phone'),
    numberToDial: async (tenantId, word) =>
      (await opened(tenantId, word, 'phone')) ?? opened(tenantId, word, 'phone to dial'),
  };
}

/** How the tenant protects numbers, by its setting `EncryptType`. */
export async function encryptTypeOf(db: Db, caller: { tenantId: number }): Promise<EncryptType> {
  const { rows } = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
    sql<{ value: string }>`select value from tenant_setting where name = 'EncryptType'`.execute(tx.as()),
  );
  const value = Number(rows[0]?.value ?? EncryptType.none);
  return EncryptType.has(value) ? value : EncryptType.none;
}

/** What the caller may see of a number, and what stands for it. */
export async function convertPhone(
  db: Db,
  words: PhoneWords,
  caller: Caller,
  { originPhone, oprType }: { originPhone: string; oprType: PhoneConversion },
): Promise<ConvertedPhone> {
  const number = isPhoneWord(originPhone) ? await words.numberToDial(caller.tenantId, originPhone) : originPhone;
  if (number === null || !/^\+?[0-9 ()./-]{1,40}$/.test(number)) throw new Failure('wrongNumber');
  const digits = number.replace(/\D/g, '');
  const type = await encryptTypeOf(db, caller);
  const masks =
    caller.needsMasking ||
    (!caller.isOwner && (type === EncryptType.masked || type === EncryptType.maskedAndEncrypted));
  const encrypts =
    masks ||
    oprType === PhoneConversion.encrypt ||
    type === EncryptType.encrypted ||
    type === EncryptType.maskedAndEncrypted;
  // The word they came with, lest two words for one number be told from words for two.
  const word = async () =>
    masks && isPhoneWord(originPhone)
      ? originPhone
      : masks
        ? words.wordToDial(caller.tenantId, digits)
        : words.wordFor(caller.tenantId, digits);
  return {
    encryptPhone: encrypts ? await word() : '',
    displayPhone: masks ? maskPhone(digits) : digits,
    realPhone: masks ? '' : digits,
    hasEncrypt: encrypts,
  };
}
