import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { missingTexts } from './missing-texts.ts';

function aFolder(texts: Partial<Record<(typeof languages)[number], object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-texts-'));
  for (const language of languages)
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(texts[language] ?? { 'tags.name': 'Tags' }));
  return folder;
}

test('[complaint 19] the check of the texts names what one language lacks, what only one has, and what says nothing', () => {
  expect(missingTexts(aFolder({}))).toEqual([]);
  expect(missingTexts(aFolder({ 'es-MX': {} }))).toEqual(['es-MX tags.name']);
  expect(missingTexts(aFolder({ 'id-ID': { 'tags.name': 'Tag', 'tags.menu': 'Tag' } })).sort()).toEqual([
    'en-US tags.menu',
    'es-MX tags.menu',
    'zh-CN tags.menu',
  ]);
  expect(missingTexts(aFolder({ 'zh-CN': { 'tags.name': ' ' } }))).toEqual(['zh-CN tags.name']);
});
