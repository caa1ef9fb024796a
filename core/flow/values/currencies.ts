import type { Currency } from '#shared/codes/currency.ts';

/** How a currency is written and said in the languages we understand, and how many decimals its amounts have. */
export interface CurrencyWords {
  decimals: 0 | 2;
  /** Without accents. Names several currencies share (dollars, pesos) belong to each of them. */
  words: readonly string[];
}

const DOLLAR = ['$', 'dollar', 'dollars', 'buck', 'bucks', 'dolar', 'dolares'];
const PESO = ['$', 'peso', 'pesos', 'pavos'];

/** The 21 currencies of a price (specification P9). */
export const currencyWords: Readonly<Record<Currency, CurrencyWords>> = {
  USD: { decimals: 2, words: [...DOLLAR, 'us$', '美元', '美金'] },
  CNY: { decimals: 2, words: ['¥', '元', '块', '人民币', 'yuan', 'yuanes', 'rmb', 'renminbi'] },
  HKD: { decimals: 2, words: [...DOLLAR, 'hk$', '港币', '港元'] },
  EUR: { decimals: 2, words: ['€', 'euro', 'euros', '欧元'] },
  AUD: { decimals: 2, words: [...DOLLAR, 'a$', '澳元'] },
  GBP: { decimals: 2, words: ['£', 'pound', 'pounds', 'quid', 'libra', 'libras', 'pound sterling', '英镑'] },
  SGD: { decimals: 2, words: [...DOLLAR, 's$', '新元', '新币'] },
  VND: { decimals: 0, words: ['₫', 'dong', '越南盾', '盾'] },
  JPY: { decimals: 0, words: ['¥', '円', 'yen', 'yenes', '日元'] },
  KRW: { decimals: 0, words: ['₩', 'won', 'wones', '韩元'] },
  CAD: { decimals: 2, words: [...DOLLAR, 'c$', '加元'] },
  CHF: { decimals: 2, words: ['franc', 'francs', 'franco', 'francos', '瑞士法郎', '法郎'] },
  INR: { decimals: 2, words: ['₹', 'rupee', 'rupees', 'rupia', 'rupias', 'rupe', '卢比'] },
  IDR: { decimals: 0, words: ['rp', 'rupiah', 'rupia', 'rupias', 'perak', '印尼盾', '盾'] },
  MXN: { decimals: 2, words: [...PESO, 'mx$', '比索'] },
  MYR: { decimals: 2, words: ['rm', 'ringgit', 'ringgits', '林吉特', '令吉'] },
  PHP: { decimals: 2, words: [...PESO, '₱', '比索'] },
  RUB: { decimals: 2, words: ['₽', 'ruble', 'rubles', 'rublo', 'rublos', 'rubel', '卢布'] },
  THB: { decimals: 2, words: ['฿', 'baht', 'bahts', '泰铢', '铢'] },
  TRY: { decimals: 2, words: ['₺', 'lira', 'liras', '里拉'] },
  TWD: { decimals: 2, words: [...DOLLAR, 'nt$', '台币', '新台币', '元', '块'] },
};
