import { ensureTexts, textFiles } from './i18n.ts';

/** Brings the labels of code tables, which the product has in the words of its shell and of its pages. */
export const ensureCodeTexts = async (): Promise<void> => {
  await ensureTexts('codes', textFiles(import.meta.glob('../../shared/codes/text/*.json', { import: 'default' })));
  await ensureTexts(
    'labels',
    textFiles(import.meta.glob('../../shared/codes/pages/text/*.json', { import: 'default' })),
  );
};
