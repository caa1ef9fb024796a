import { shownMoney } from '#core/money/shown-money.ts';
import { pdfFile, SHEET, type PdfFile, type PdfPage, type TextStyle } from '#platform/server/pdf/pdf-file.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import type { Language } from '#shared/languages.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { BillDetail, BillParty } from '../contract.ts';
import { lineName } from './bill-words.ts';

const LEFT = 56;
const RIGHT = SHEET.width - LEFT;
const TOP = 64;
/** Below it nothing of the table stands. */
const BOTTOM = SHEET.height - 72;
const STEP = 16;
/** Right edges of the numbers of a line. */
const COUNT_AT = RIGHT - 190;
const MINUTES_AT = RIGHT - 110;
const NAME_WIDTH = COUNT_AT - 60 - LEFT;

const plain: TextStyle = { size: 9.5 };
const small: TextStyle = { size: 8.5, grey: 0.4 };
const strong: TextStyle = { size: 9.5, weight: 'bold' };
const atEnd = (style: TextStyle): TextStyle => ({ ...style, align: 'end' });

interface Sheet {
  file: PdfFile;
  page: PdfPage;
  y: number;
  say(key: string, values?: Record<string, string | number>): string;
  bill: BillDetail;
  language: Language;
  texts: ServerTexts;
}

/** A bill as it is sent: the same bill is the same document, in whichever language it is read. */
export function billPdf(bill: BillDetail, language: Language, texts: ServerTexts): Buffer {
  const say = (key: string, values?: Record<string, string | number>) =>
    texts.say(language, `bills.pdf.${key}`, values);
  const file = pdfFile({
    title: `${say('title')} ${bill.number}`,
    author: bill.issuer.name,
    language,
    atMs: fromWireTime(bill.issuedAt),
  });
  const sheet: Sheet = { file, page: file.page(), y: TOP, say, bill, language, texts };
  head(sheet);
  table(sheet);
  sums(sheet);
  foot(sheet);
  return file.bytes();
}

const dayIn = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
const countIn = (language: Language, count: number): string => new Intl.NumberFormat(language).format(count);
const money = ({ bill, language }: Sheet, e4: number): string => shownMoney(e4, bill.currency, language);
const exactly = ({ bill, language }: Sheet, e4: number): string => shownMoney(e4, bill.currency, language, 'exact');

/** Who sends it to whom, and what about. */
function head(sheet: Sheet): void {
  const { page, say, bill, language } = sheet;
  const { issuer } = bill;
  page.text(LEFT, sheet.y, issuer.name || say('title'), { size: 15, weight: 'bold' });
  page.text(RIGHT, sheet.y, say('title'), atEnd({ size: 15, weight: 'bold' }));
  const facts: [string, string][] = [
    [say('number'), bill.number],
    [say('issued'), dayIn(language, bill.issuedAt.slice(0, 10))],
    [say('period'), `${dayIn(language, bill.firstDay)} – ${dayIn(language, bill.lastDay)}`],
    [say('currency'), bill.currency],
  ];
  let factsY = sheet.y + 22;
  for (const [name, value] of facts) {
    page.text(RIGHT, factsY, `${name}: ${value}`, atEnd(plain));
    factsY += STEP - 2;
  }
  const sender = [...partyLines(sheet, issuer), issuer.contact].filter(Boolean);
  let y = sheet.y + 22;
  for (const line of sender) {
    for (const piece of wrapped(sheet, line, small, 230)) {
      page.text(LEFT, y, piece, small);
      y += 12;
    }
  }
  y = Math.max(y, factsY) + 24;
  page.text(LEFT, y, say('to'), small);
  y += STEP;
  page.text(LEFT, y, bill.party.name, strong);
  y += STEP - 2;
  for (const line of partyLines(sheet, bill.party)) {
    for (const piece of wrapped(sheet, line, plain, 320)) {
      page.text(LEFT, y, piece, plain);
      y += STEP - 3;
    }
  }
  sheet.y = y + 24;
}

const partyLines = ({ say }: Sheet, { address, taxId }: BillParty): string[] => [
  ...address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
  ...(taxId === '' ? [] : [`${say('taxId')}: ${taxId}`]),
];

function columnHeads(sheet: Sheet): void {
  const { page, say } = sheet;
  page.text(LEFT, sheet.y, say('what'), small);
  page.text(COUNT_AT, sheet.y, say('count'), atEnd(small));
  page.text(MINUTES_AT, sheet.y, say('minutes'), atEnd(small));
  page.text(RIGHT, sheet.y, say('amount'), atEnd(small));
  page.line(LEFT, sheet.y + 6, RIGHT);
  sheet.y += STEP + 6;
}

/** Room for so much more, on the next page where this one has none. */
function need(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= BOTTOM) return false;
  sheet.page = sheet.file.page();
  sheet.y = TOP;
  return true;
}

function table(sheet: Sheet): void {
  const { say, bill, language, texts } = sheet;
  columnHeads(sheet);
  if (bill.lines.length === 0) {
    sheet.page.text(LEFT, sheet.y, say('nothing'), plain);
    sheet.y += STEP;
  }
  for (const line of bill.lines) {
    const pieces = wrapped(sheet, lineName(texts, language, line), plain, NAME_WIDTH);
    if (need(sheet, pieces.length * STEP)) columnHeads(sheet);
    const { page } = sheet;
    page.text(COUNT_AT, sheet.y, countIn(language, line.count), atEnd(plain));
    if (line.seconds > 0) page.text(MINUTES_AT, sheet.y, minutes(language, line.seconds), atEnd(plain));
    page.text(RIGHT, sheet.y, exactly(sheet, line.amountE4), atEnd(plain));
    for (const piece of pieces) {
      page.text(LEFT, sheet.y, piece, plain);
      sheet.y += STEP - 2;
    }
    sheet.y += 2;
  }
}

const minutes = (language: Language, seconds: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(seconds / 60);

/** Everything that makes the total, in the order it is counted. */
function sums(sheet: Sheet): void {
  const { say, bill, language } = sheet;
  const rate = (hundredths: number): string =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(hundredths / 10_000);
  const rows: [string, string, TextStyle][] = [
    [say('sum'), exactly(sheet, bill.sumE4), plain],
    ...(bill.roundingE4 === 0
      ? []
      : [[say('rounding'), exactly(sheet, bill.roundingE4), plain] as [string, string, TextStyle]]),
    ...bill.taxes.map((tax): [string, string, TextStyle] => [
      say('tax', { name: tax.name, rate: rate(tax.rate), base: money(sheet, tax.baseE4) }),
      money(sheet, tax.amountE4),
      plain,
    ]),
    [say('total'), money(sheet, bill.totalE4), { size: 12, weight: 'bold' }],
    [say('paid'), money(sheet, bill.paidE4), small],
    [say('balance'), money(sheet, bill.balanceE4), small],
  ];
  need(sheet, rows.length * STEP + 20);
  sheet.page.line(LEFT, sheet.y - 4, RIGHT);
  sheet.y += STEP - 2;
  for (const [name, value, style] of rows) {
    sheet.page.text(RIGHT - 130, sheet.y, name, atEnd(style));
    sheet.page.text(RIGHT, sheet.y, value, atEnd(style));
    sheet.y += style.size > 10 ? STEP + 6 : STEP;
  }
}

/** Where to pay, in the sender's words. */
function foot(sheet: Sheet): void {
  const { say, bill } = sheet;
  const words = bill.issuer.bank.split('\n').flatMap((line) => wrapped(sheet, line.trim(), plain, RIGHT - LEFT));
  if (words.every((line) => line === '')) return;
  sheet.y += 18;
  need(sheet, (words.length + 1) * STEP);
  sheet.page.text(LEFT, sheet.y, say('bank'), small);
  for (const line of words) {
    sheet.y += STEP - 2;
    sheet.page.text(LEFT, sheet.y, line, plain);
  }
}

/** A text in lines of a width: broken between words, and where one is wider than a line, as in Chinese, between letters. */
function wrapped({ file }: Sheet, text: string, style: TextStyle, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(
    /\s*[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]|\s*[^\s\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]+/gu,
  ) ?? []) {
    if (line !== '' && file.widthOf(line + piece, style) > width) {
      lines.push(line);
      line = piece.trimStart();
    } else line += piece;
    while (file.widthOf(line, style) > width && [...line].length > 1) {
      const letters = [...line];
      let fits = letters.length - 1;
      while (fits > 1 && file.widthOf(letters.slice(0, fits).join(''), style) > width) fits -= 1;
      lines.push(letters.slice(0, fits).join(''));
      line = letters.slice(fits).join('');
    }
  }
  return [...lines, line];
}
