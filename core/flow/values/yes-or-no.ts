import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

const yes: Partial<Record<CustomerLanguage, RegExp>> = {
  en: /\b(yes|yeah|yep|yup|sure|correct|right|exactly|ok|okay|of course|that's it)\b/,
  es: /\b(si|claro|correcto|exacto|asi es|por supuesto|vale|bueno|de acuerdo|esta bien)\b/,
  id: /\b(ya|iya|betul|benar|oke|baik|tentu|setuju)\b/,
  zh: /是的?|对的?|好的?|没错|正确|可以|行|嗯/,
};
const no: Partial<Record<CustomerLanguage, RegExp>> = {
  en: /\b(no|nope|nah|not|wrong|incorrect|don't|never)\b/,
  es: /\b(no|incorrecto|equivocado|nunca|tampoco)\b/,
  id: /\b(tidak|bukan|salah|jangan|nggak|enggak|gak|belum)\b/,
  zh: /不|没有|错/,
};

/** Whether somebody agreed; null when it was neither. A no beats a yes beside it: "no, that's not right". Key 1 is yes, 2 is no. */
export function yesOrNo(text: string, language: CustomerLanguage): boolean | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .replace('没错', '正确')
    .replace(/不错/g, '正确');
  if (plain.trim() === '1') return true;
  if (plain.trim() === '2') return false;
  if ((no[language] ?? no.en!).test(plain)) return false;
  return (yes[language] ?? yes.en!).test(plain) ? true : null;
}
