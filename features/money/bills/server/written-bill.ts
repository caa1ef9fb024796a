import { Worker } from 'node:worker_threads';
import type { OutgoingFile } from '#platform/server/http/routes.ts';
import { PDF_MEDIA_TYPE } from '#platform/server/pdf/pdf-file.ts';
import type { Language } from '#shared/languages.ts';
import { shownBill, type StoredBill } from './bills.repo.ts';

/** Documents are written one after another, however many people ask. */
let line: Promise<unknown> = Promise.resolve();

/** A bill as a document, written in a thread of its own: reading letters takes part of a second, and calls go on meanwhile. */
export function writtenBill(bill: StoredBill, language: Language): Promise<OutgoingFile> {
  const written = line.then(() => inThread(bill, language));
  line = written.catch(() => {});
  return written;
}

async function inThread(bill: StoredBill, language: Language): Promise<OutgoingFile> {
  const bytes = await new Promise<Uint8Array>((resolve, reject) => {
    const thread = new Worker(new URL('./bill-thread.ts', import.meta.url), {
      workerData: { bill: shownBill(bill), language },
      execArgv: [],
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread said nothing')));
  });
  const name = `${bill.number.replace(/[^\w-]/g, '') || bill.no}.pdf`;
  return { name, mediaType: PDF_MEDIA_TYPE, body: Buffer.from(bytes) };
}
