import { readIncomingNumber, styledNumber, type IncomingStyle } from './number-style.ts';

/** How a carrier may write a number of ours (digits alone) so that these rules read it as that number. */
export function writingsOf(number: string, style: IncomingStyle): string[] {
  const { country = '', cut = '', prefix = '' } = style;
  const forms = [
    `+${number}`,
    number,
    `00${number}`,
    styledNumber(`+${number}`, { form: 'national', country }),
    styledNumber(`+${number}`, { form: 'national', country }).replace(/^0/, ''),
  ];
  const bare = forms.flatMap((form) => (form.startsWith(prefix) ? [form.slice(prefix.length)] : []));
  const written = bare.flatMap((form) => (cut === '' ? [form] : [cut + form, form]));
  const isRead = (text: string): boolean =>
    text !== '' && readIncomingNumber(text, style).replace(/\D/g, '') === number;
  return [...new Set(written)].filter(isRead);
}
