import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Currency } from '#shared/codes/currency.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Variable } from '../flow.ts';
import { readDate } from './read-date.ts';
import { readDigits, readNumber } from './read-number.ts';
import { readPrice } from './read-price.ts';
import { readTime } from './read-time.ts';
import { readKeys, readValue } from './read-value.ts';
import { writeValue } from './write-value.ts';
import { yesOrNo } from './yes-or-no.ts';

const TODAY = '2026-11-15'; // a Sunday

test.each<[CustomerLanguage, string, number | null]>([
  ['en', 'twenty five', 25],
  ['en', 'it is one hundred and five', 105],
  ['en', 'two thousand three hundred and forty-one', 2_341],
  ['en', '1,234.50', 1_234.5],
  ['en', 'three point one four', 3.14],
  ['en', 'minus four', -4],
  ['en', '5 million', 5_000_000],
  ['en', 'hello', null],
  ['es', 'treinta y dos', 32],
  ['es', 'dos mil quinientos', 2_500],
  ['es', 'mil doscientas', 1_200],
  ['es', 'veintidós', 22],
  ['es', 'tres coma cinco', 3.5],
  ['es', 'un millón', 1_000_000],
  ['es', '1.234,5', 1_234.5],
  ['zh', '二十五', 25],
  ['zh', '一百零五', 105],
  ['zh', '两千三百', 2_300],
  ['zh', '三万五千', 35_000],
  ['zh', '十二', 12],
  ['zh', '三点五', 3.5],
  ['id', 'dua puluh lima', 25],
  ['id', 'seratus lima', 105],
  ['id', 'dua belas', 12],
  ['id', 'seribu dua ratus', 1_200],
  ['id', 'tiga juta', 3_000_000],
  ['id', '1.500', 1_500],
])('[FLOW-12] a number said in %s: %s', (language, text, value) => {
  expect(readNumber(text, language)).toBe(value);
});

test.each<[CustomerLanguage, string, string]>([
  ['en', 'five five five oh one two three', '5550123'],
  ['en', 'double five triple one', '55111'],
  ['en', '555-0123', '5550123'],
  ['en', 'twenty five thirty', '2530'],
  ['es', 'cincuenta y cinco doce', '5512'],
  ['es', 'cero uno dos', '012'],
  ['zh', '幺三八零零一', '138001'],
  ['id', 'nol delapan satu dua', '0812'],
  ['id', 'dua puluh lima', '25'],
])('[FLOW-12] digits said in %s: %s', (language, text, digits) => {
  expect(readDigits(text, language)).toBe(digits);
});

test.each<[CustomerLanguage, string, string | null]>([
  ['en', 'tomorrow', '2026-11-16'],
  ['en', 'the day after tomorrow', '2026-11-17'],
  ['en', 'the third of May', '2027-05-03'],
  ['en', 'December 24th', '2026-12-24'],
  ['en', 'the twenty first of june 2028', '2028-06-21'],
  ['en', 'next Friday', '2026-11-20'],
  ['en', 'on sunday', '2026-11-22'],
  ['en', 'in two weeks', '2026-11-29'],
  ['en', 'whenever', null],
  ['en', 'the thirtieth of february', null],
  ['en', '2026-12-01', '2026-12-01'],
  ['es', 'mañana', '2026-11-16'],
  ['es', 'pasado mañana', '2026-11-17'],
  ['es', 'el tres de mayo', '2027-05-03'],
  ['es', 'el primero de diciembre', '2026-12-01'],
  ['es', 'el viernes', '2026-11-20'],
  ['es', 'en tres días', '2026-11-18'],
  ['es', 'a las diez de la mañana', null],
  ['zh', '明天', '2026-11-16'],
  ['zh', '五月三号', '2027-05-03'],
  ['zh', '12月24日', '2026-12-24'],
  ['zh', '二零二八年五月三日', '2028-05-03'],
  ['zh', '星期五', '2026-11-20'],
  ['zh', '下周五', '2026-11-20'],
  ['zh', '三天后', '2026-11-18'],
  ['id', 'besok', '2026-11-16'],
  ['id', 'lusa', '2026-11-17'],
  ['id', 'tanggal tiga Mei', '2027-05-03'],
  ['id', 'dua puluh empat Desember', '2026-12-24'],
  ['id', 'hari Jumat', '2026-11-20'],
  ['id', 'tiga hari lagi', '2026-11-18'],
])('[FLOW-12] a day said in %s: %s', (language, text, day) => {
  expect(readDate(text, language, TODAY, 2)).toBe(day);
});

test('[FLOW-12] of day and month the format says which comes first, unless only the other can be meant', () => {
  expect(readDate('03/05/2027', 'en', TODAY, 3)).toBe('2027-05-03');
  expect(readDate('03/05/2027', 'en', TODAY, 4)).toBe('2027-03-05');
  expect(readDate('05/23/2027', 'en', TODAY, 3)).toBe('2027-05-23');
});

test.each<[CustomerLanguage, string, string | null]>([
  ['en', 'half past three', '03:30'],
  ['en', 'half past three in the afternoon', '15:30'],
  ['en', '3:30 pm', '15:30'],
  ['en', '3pm', '15:00'],
  ['en', 'quarter to nine', '08:45'],
  ['en', 'ten past eight', '08:10'],
  ['en', 'twelve am', '00:00'],
  ['en', 'nine thirty', '09:30'],
  ['en', "five o'clock", '05:00'],
  ['en', 'noon', '12:00'],
  ['en', '25:00', null],
  ['es', 'a las tres y media de la tarde', '15:30'],
  ['es', 'a las diez de la mañana', '10:00'],
  ['es', 'las ocho menos cuarto', '07:45'],
  ['es', 'las cinco y veinte', '05:20'],
  ['zh', '下午三点半', '15:30'],
  ['zh', '上午十点', '10:00'],
  ['zh', '八点一刻', '08:15'],
  ['zh', '中午十二点', '12:00'],
  ['id', 'jam tiga sore', '15:00'],
  ['id', 'setengah empat sore', '15:30'],
  ['id', 'jam delapan lewat lima belas', '08:15'],
  ['id', 'pukul 10.30', '10:30'],
])('[FLOW-12] a time said in %s: %s', (language, text, time) => {
  expect(readTime(text, language)).toBe(time);
});

test.each<[CustomerLanguage, string, string]>([
  ['en', 'tomorrow at three in the afternoon', '2026-11-16 15:00:00'],
  ['en', 'the third of May at half past four', '2027-05-03 04:30:00'],
  ['en', 'December 24th at 10:30 pm', '2026-12-24 22:30:00'],
  ['en', '2026-12-01 09:05', '2026-12-01 09:05:00'],
  ['en', 'next friday at noon', '2026-11-20 12:00:00'],
  ['en', 'tomorrow 3pm', '2026-11-16 15:00:00'],
  ['en', 'tomorrow', '2026-11-16'],
  ['en', '24 December', '2026-12-24'],
  ['en', 'the twenty first of june 2028', '2028-06-21'],
  ['es', 'mañana a las tres y media de la tarde', '2026-11-16 15:30:00'],
  ['es', 'mañana por la tarde a las cuatro', '2026-11-16 16:00:00'],
  ['es', 'el tres de mayo', '2027-05-03'],
  ['zh', '明天下午三点半', '2026-11-16 15:30:00'],
  ['zh', '五月三号', '2027-05-03'],
  ['id', 'besok jam delapan lewat lima belas', '2026-11-16 08:15:00'],
  ['id', 'tanggal tiga Mei', '2027-05-03'],
])('[FLOW-04] a date with its time said in %s: %s; no time is made up', (language, text, moment) => {
  expect(readValue(aVariable(VariableType.date, { valueFormat: 1 }), text, { language, today: TODAY })).toBe(moment);
  expect(readValue(aVariable(VariableType.date, { valueFormat: 2 }), text, { language, today: TODAY })).toBe(
    moment.slice(0, 10),
  );
});

test.each<[CustomerLanguage, string, string, number | null]>([
  ['en', 'twenty dollars fifty', 'USD', 20.5],
  ['en', '$12.30', 'USD', 12.3],
  ['en', 'twelve', 'USD', 12],
  ['en', 'fifty cents', 'USD', 0.5],
  ['en', 'ten euros', 'USD', null],
  ['en', '10 EUR', 'EUR', 10],
  ['es', 'veinte pesos con cincuenta centavos', 'MXN', 20.5],
  ['es', 'mil pesos', 'MXN', 1_000],
  ['zh', '二十块', 'CNY', 20],
  ['zh', '二十美元', 'CNY', null],
  ['id', 'lima puluh ribu rupiah', 'IDR', 50_000],
  ['id', 'Rp 50.000', 'IDR', 50_000],
])('[FLOW-12] a price said in %s: %s for %s', (language, text, currency, amount) => {
  expect(readPrice(text, language, currency as Currency)).toBe(amount);
});

test('[FLOW-12] every one of the 21 currencies is read by its code and said by its name', () => {
  expect(Currency.rows).toHaveLength(21);
  for (const { code } of Currency.rows) {
    expect(readPrice(`25 ${code}`, 'en', code)).toBe(25);
    expect(writeValue({ valueType: VariableType.price, valueFormat: 0, currency: code }, 25, 'en')).toMatch(/^25 .+/);
  }
});

test.each<[CustomerLanguage, string, boolean | null]>([
  ['en', 'Yes, please.', true],
  ['en', "no that's not right", false],
  ['en', 'maybe', null],
  ['es', 'sí, claro', true],
  ['es', 'no es correcto', false],
  ['zh', '对', true],
  ['zh', '不是', false],
  ['zh', '没错', true],
  ['id', 'iya betul', true],
  ['id', 'bukan', false],
  ['en', '1', true],
])('[FLOW-11] yes or no in %s: %s', (language, text, agreed) => {
  expect(yesOrNo(text, language)).toBe(agreed);
});

const aVariable = (valueType: number, rest: Partial<Variable> = {}): Variable => ({
  attrKey: 'v',
  name: 'v',
  valueType: valueType as Variable['valueType'],
  valueFormat: 0,
  choices: [],
  ...rest,
});
const frame = { language: 'en' as const, today: TODAY };

test.each([
  ['text', aVariable(1), 'I live here', 'I live here'],
  ['number', aVariable(2), 'about forty', 40],
  ['price', aVariable(3, { currency: 'EUR' }), 'nine euros', 9],
  ['phone', aVariable(4), 'plus five two one five five five', '521555'],
  ['phone too short', aVariable(4), 'one two', null],
  ['sequence', aVariable(5), 'one two three', '123'],
  ['date', aVariable(6), 'tomorrow', '2026-11-16'],
  ['characters', aVariable(7), 'a b as in boy one two', 'AB12'],
  ['characters written', aVariable(7), 'AB-12', 'AB12'],
  ['choice', aVariable(8, { choices: ['Small', 'Large'] }), 'the large one please', 'Large'],
  ['choice by number', aVariable(8, { choices: ['Small', 'Large'] }), 'the second', 'Large'],
  ['time', aVariable(9), 'three pm', '15:00'],
])('[FLOW-12] a variable of the type %s takes its value from what was said', (_, variable, text, value) => {
  expect(readValue(variable, text, frame)).toBe(value);
});

test.each([
  ['number with a point', aVariable(2), '12*5', 12.5],
  ['time', aVariable(9), '0930', '09:30'],
  ['date', aVariable(6, { valueFormat: 3 }), '03052027', '2027-05-03'],
  ['choice', aVariable(8, { choices: ['Small', 'Large'] }), '2', 'Large'],
  ['wrong choice', aVariable(8, { choices: ['Small'] }), '7', null],
  ['sequence', aVariable(5), '0042', '0042'],
])('[FLOW-12] a %s can be pressed', (_, variable, keys, value) => {
  expect(readKeys(variable, keys, frame)).toBe(value);
});

test.each([
  [aVariable(9, { valueFormat: 1 }), '15:05', '3:05 PM'],
  [aVariable(9, { valueFormat: 1 }), '00:30', '12:30 AM'],
  [aVariable(9, { valueFormat: 2 }), '15:05', '15:05'],
  [aVariable(6, { valueFormat: 3 }), '2026-12-24', '24/12/2026'],
  [aVariable(6, { valueFormat: 4 }), '2026-12-24', '12/24/2026'],
  [aVariable(6, { valueFormat: 1 }), '2026-12-24 15:05:00', '2026-12-24 15:05'],
  [aVariable(6, { valueFormat: 3 }), '2026-12-24 15:05:00', '24/12/2026 15:05'],
  [aVariable(9, { valueFormat: 0 }), '15:05', '15:05'],
  [aVariable(3, { currency: 'USD' }), 12.5, '12.50 US dollars'],
  [aVariable(4), '5550', '5 5 5 0'],
  [aVariable(1), 'x', 'x'],
])('[FLOW-04] a value is spoken by its type and format', (variable, value, spoken) => {
  expect(writeValue(variable, value, 'en')).toBe(spoken);
});

test('[FLOW-12] whatever is said, reading it neither throws nor makes up a value of the wrong shape', () => {
  const language = fc.constantFrom<CustomerLanguage>('en', 'es', 'zh', 'id', 'de', 'ja');
  const bits = fc
    .array(
      fc.constantFrom(
        'two',
        'hundred',
        '十',
        '月',
        'mil',
        'puluh',
        'belas',
        '.',
        ',',
        ':',
        '3',
        '30',
        'may',
        'past',
        'y media',
        '€',
        'point',
        ' ',
        '下周',
        'in',
        'days',
        '-',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(
      fc.oneof(bits, fc.string({ unit: 'grapheme', maxLength: 40 })),
      language,
      fc.integer({ min: 1, max: 9 }),
      (text, language, type) => {
        const value = readValue(aVariable(type, { choices: ['A', 'B'], currency: 'USD' }), text, {
          language,
          today: TODAY,
        });
        if (type === VariableType.date && value !== null) expect(value).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        if (type === VariableType.time && value !== null) expect(value).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
