import { z } from 'zod';
import { PhoneNumber } from '../../contract.ts';
import '#platform/web/load-zod.ts';

/** As people write numbers, `+52 (55) 1234-5678` or `0052…`, to as the wire has them. */
export const plainPhone = (written: string): string => written.replace(/[\s().–-]/g, '').replace(/^00/, '+');

/** A phone number as people write it; the country code must be there. */
export const WrittenPhone = z
  .string()
  .max(40)
  .refine((written) => PhoneNumber.safeParse(plainPhone(written)).success, 'account.security.phoneWrong');
