import type en from './text/en-US.json';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

export const softphoneTexts = textFiles(import.meta.glob('./text/*.json', { import: 'default' }));
