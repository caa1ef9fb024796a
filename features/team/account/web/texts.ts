import { textFiles } from '#platform/web/i18n.ts';

export const accountTexts = textFiles(import.meta.glob('./text/*.json', { import: 'default' }));
