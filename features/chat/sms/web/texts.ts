import { textFiles } from '#platform/web/i18n.ts';

export const smsTexts = textFiles(import.meta.glob('./text/*.json', { import: 'default' }));
