import type { Flow } from '#core/flow/flow.ts';
import type { Language } from '#shared/languages.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { kindOf } from '#core/flow/kinds/index.ts';

/** The language of callers that people who work in this one expect. */
export const callersLanguage: Record<Language, CustomerLanguage> = {
  'en-US': 'en',
  'zh-CN': 'zh',
  'es-MX': 'es',
  'id-ID': 'id',
};

/** A flow before anybody designed it: where it begins, and nothing more. */
export const emptyFlow = (language: CustomerLanguage): Flow => ({
  format: 1,
  languages: [language],
  variables: [],
  notes: [],
  edges: [],
  nodes: [{ id: 'start', kind: 'start', name: '', settings: { ...kindOf('start')!.fresh() }, x: 0, y: 0 }],
});
