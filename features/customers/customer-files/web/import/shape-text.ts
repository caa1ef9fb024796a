import type { useText } from '#platform/web/i18n.ts';
import type { ImportPreview } from '../../contract.ts';

const written: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  gbk: 'GBK',
  gb18030: 'GB18030',
  big5: 'Big5',
  shift_jis: 'Shift JIS',
  'windows-1252': 'Windows-1252',
};
const signs = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

/** How the bytes of a file were read, in words. */
export function shapeText(
  { encoding, delimiter }: Pick<ImportPreview, 'encoding' | 'delimiter'>,
  t: ReturnType<typeof useText>,
): string {
  if (encoding === 'xlsx') return t('customer-files.shape.sheet');
  const sign = signs[delimiter as keyof typeof signs];
  return t('customer-files.shape.text', {
    encoding: written[encoding] ?? encoding,
    delimiter: sign ? t(`customer-files.shape.${sign}`) : `“${delimiter}”`,
  });
}
