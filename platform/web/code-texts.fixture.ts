import { ensureTexts, textFiles } from './i18n.ts';

/** Brings the labels of code tables, which the product has in the words of its shell. */
export const ensureCodeTexts = (): Promise<void> =>
  ensureTexts('codes', textFiles(import.meta.glob('../../shared/codes/text/*.json', { import: 'default' })));
