import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { readMessage } from '#shared/message-format.ts';
import type { Language } from '#shared/languages.ts';
import type { BillDetail } from '../contract.ts';
import { billPdf } from './bill-pdf.ts';

const { bill, language } = workerData as { bill: BillDetail; language: Language };

/** A bill is written in words of this feature alone: the rest stays unread. */
const words = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL(`../web/text/${language}.json`, import.meta.url), 'utf8')) as Record<
      string,
      string
    >,
  ),
);
const texts = {
  say: (_language: Language, key: string, values: Record<string, string | number> = {}) =>
    readMessage(words.get(key) ?? key, language)(values),
  has: (_language: Language, key: string) => words.has(key),
};

const bytes = new Uint8Array(billPdf(bill, language, texts));
parentPort!.postMessage(bytes, [bytes.buffer]);
