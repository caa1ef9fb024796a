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
 * that lists can be searched, and the nonce follows from the number for that reason. Whoever may not see numbers gets
 * a word nobody else has for one they type: else they could type numbers until the word is that of a hidden one.
 */
export interface PhoneWords {
  wordFor(tenantId: number, number: string, isForOnce?: boolean): Promise<string>;
  /** Null for what is no word of this tenant. */
  numberOf(tenantId: number, word: string): Promise<string | null>;
}

const PREFIX = 'enc.';

/** Such a word may be dialled like a number. */
export const isPhoneWord = (text: string): boolean => text.startsWith(PREFIX);

export function phoneWords(secrets: TenantSecrets): PhoneWords {
  return {
    async wordFor(tenantId, number, isForOnce = false) {
      const [key, nonceKey] = await Promise.all([
        secrets.derive(tenantId, 'phone'),
        secrets.derive(tenantId, 'phone nonce'),
      ]);
      const sealed = seal(
        key,
        number,
        isForOnce ? {} : { nonceFrom: createHmac('sha256', nonceKey).update(number).digest() },
      );
      return PREFIX + sealed.toString('base64url');
    },
    async numberOf(tenantId, word) {
      if (!isPhoneWord(word)) return null;
      // No number is empty.
      return (
        unseal(await secrets.derive(tenantId, 'phone'), Buffer.from(word.slice(PREFIX.length), 'base64url')) || null
      );
    },
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
  const number = isPhoneWord(originPhone) ? await words.numberOf(caller.tenantId, originPhone) : originPhone;
  if (number === null || !/^\+?[0-9 ()./-]{1,40}$/.test(number)) throw new Failure('wrongNumber');
  const digits = number.replace(/\D/g, '');
  const type = await encryptTypeOf(db, caller);
  const masks = caller.needsMasking || type === EncryptType.masked || type === EncryptType.maskedAndEncrypted;
  const encrypts =
    caller.needsMasking ||
    oprType === PhoneConversion.encrypt ||
    type === EncryptType.encrypted ||
    type === EncryptType.maskedAndEncrypted;
  // The word they came with, lest two words for one number be told from words for two.
  const word = async () =>
    caller.needsMasking && isPhoneWord(originPhone)
      ? originPhone
      : words.wordFor(caller.tenantId, digits, caller.needsMasking);
  return {
    encryptPhone: encrypts ? await word() : '',
    displayPhone: masks ? maskPhone(digits) : digits,
    realPhone: caller.needsMasking ? '' : digits,
    hasEncrypt: encrypts,
  };
}
