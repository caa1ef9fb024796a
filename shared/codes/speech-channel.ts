import { codes, type CodeOf } from '../codes.ts';

/**
 * Who recognises speech (specification P9: 1 is discarded, 2 to 14 are providers without names). Which
 * number means which provider is ours; 6 to 14 wait for a provider that an installation adds.
 */
export const SpeechChannel = codes({
  discarded: { code: 1, key: 'speechChannel.discarded', selectable: false },
  builtIn: { code: 2, key: 'speechChannel.builtIn', selectable: true },
  openaiCompatible: { code: 3, key: 'speechChannel.openaiCompatible', selectable: true },
  deepgramCompatible: { code: 4, key: 'speechChannel.deepgramCompatible', selectable: true },
  elevenLabsCompatible: { code: 5, key: 'speechChannel.elevenLabsCompatible', selectable: true },
  provider6: { code: 6, key: 'speechChannel.provider6', selectable: true },
  provider7: { code: 7, key: 'speechChannel.provider7', selectable: true },
  provider8: { code: 8, key: 'speechChannel.provider8', selectable: true },
  provider9: { code: 9, key: 'speechChannel.provider9', selectable: true },
  provider10: { code: 10, key: 'speechChannel.provider10', selectable: true },
  provider11: { code: 11, key: 'speechChannel.provider11', selectable: true },
  provider12: { code: 12, key: 'speechChannel.provider12', selectable: true },
  provider13: { code: 13, key: 'speechChannel.provider13', selectable: true },
  provider14: { code: 14, key: 'speechChannel.provider14', selectable: true },
});
export type SpeechChannel = CodeOf<typeof SpeechChannel>;
