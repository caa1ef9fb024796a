import type { TextInputProps } from '@mantine/core';
import type { z } from 'zod';

/** A contact somebody wants to be reached by from now on, and how it is asked for. */
export interface NewContact {
  purpose: 'bindPhone' | 'changeEmail';
  /** The new contact as people write it. */
  schema: z.ZodType<unknown, string>;
  /** The same as the wire has it. */
  plain: (written: string) => string;
  field: TextInputProps;
  asksPassword?: boolean;
}
