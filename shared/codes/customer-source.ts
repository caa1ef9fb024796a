import { codes, type CodeOf } from '../codes.ts';

/** How a customer came to be known; ours. */
export const CustomerSource = codes({
  person: { code: 1, key: 'customerSource.person' },
  import: { code: 2, key: 'customerSource.import' },
  call: { code: 3, key: 'customerSource.call' },
  chat: { code: 4, key: 'customerSource.chat' },
  api: { code: 5, key: 'customerSource.api' },
});
export type CustomerSource = CodeOf<typeof CustomerSource>;
