import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { NumberRef } from '../../contract.ts';

/** Ids of our own numbers and of external ones may meet. */
export const numberKey = ({ kind, id }: NumberRef): string => `${kind} ${id}`;

/** A number with what it is for. */
export const numberLabel = ({ number, remark }: { number: string; remark: string }): string =>
  remark === '' ? spokenNumber(number) : `${spokenNumber(number)} (${remark})`;
