export type Mood = 'angry' | 'pleased' | 'even';

const ANGRY =
  /\b(ridiculous|unacceptable|furious|angry|terrible|awful|useless|scam|complain|fed up|sick of|lawyer|damn|hell|inaceptable|enojad[oa]|molest[oa]|furios[oa]|pesim[oa]|hart[oa]|estafa|queja|abogado|marah|kesal|kecewa|penipuan|parah|keterlaluan)\b|生气|投诉|太差|骗子|受够|过分|垃圾/;
const PLEASED =
  /\b(thank you so much|wonderful|excellent|perfect|great|awesome|lovely|muchas gracias|excelente|perfecto|maravillos[oa]|genial|terima kasih banyak|bagus sekali|hebat|mantap)\b|太好了|非常感谢|很棒|完美/;

/** How somebody seems to feel, by words that leave little doubt; `even` for most of what people say. */
export function moodOf(text: string): Mood {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  if (/\b(not|no|tidak|bukan)\b|不/.test(plain))
    return ANGRY.test(plain) && !/\b(not|no|tidak) \w*\s*(angry|enojad|marah)/.test(plain) ? 'angry' : 'even';
  return ANGRY.test(plain) ? 'angry' : PLEASED.test(plain) ? 'pleased' : 'even';
}
