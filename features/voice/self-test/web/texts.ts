import { textFiles } from '#platform/web/i18n.ts';

export const selfTestTexts = textFiles(import.meta.glob('./text/*.json', { import: 'default' }));
