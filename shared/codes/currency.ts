import { codes, type CodeOf } from '../codes.ts';

/** Currencies a price variable can have (specification P9). */
export const Currency = codes({
  usDollar: { code: 'USD', key: 'currency.usDollar' },
  chineseYuan: { code: 'CNY', key: 'currency.chineseYuan' },
  hongKongDollar: { code: 'HKD', key: 'currency.hongKongDollar' },
  euro: { code: 'EUR', key: 'currency.euro' },
  australianDollar: { code: 'AUD', key: 'currency.australianDollar' },
  poundSterling: { code: 'GBP', key: 'currency.poundSterling' },
  singaporeDollar: { code: 'SGD', key: 'currency.singaporeDollar' },
  vietnameseDong: { code: 'VND', key: 'currency.vietnameseDong' },
  japaneseYen: { code: 'JPY', key: 'currency.japaneseYen' },
  southKoreanWon: { code: 'KRW', key: 'currency.southKoreanWon' },
  canadianDollar: { code: 'CAD', key: 'currency.canadianDollar' },
  swissFranc: { code: 'CHF', key: 'currency.swissFranc' },
  indianRupee: { code: 'INR', key: 'currency.indianRupee' },
  indonesianRupiah: { code: 'IDR', key: 'currency.indonesianRupiah' },
  mexicanPeso: { code: 'MXN', key: 'currency.mexicanPeso' },
  malaysianRinggit: { code: 'MYR', key: 'currency.malaysianRinggit' },
  philippinePeso: { code: 'PHP', key: 'currency.philippinePeso' },
  russianRuble: { code: 'RUB', key: 'currency.russianRuble' },
  thaiBaht: { code: 'THB', key: 'currency.thaiBaht' },
  turkishLira: { code: 'TRY', key: 'currency.turkishLira' },
  newTaiwanDollar: { code: 'TWD', key: 'currency.newTaiwanDollar' },
});
export type Currency = CodeOf<typeof Currency>;
