import { parentPort, workerData } from 'node:worker_threads';
import { loadTexts } from '#platform/server/texts.ts';
import type { Language } from '#shared/languages.ts';
import type { BillDetail } from '../contract.ts';
import { billPdf } from './bill-pdf.ts';

const { bill, language } = workerData as { bill: BillDetail; language: Language };
parentPort!.postMessage(new Uint8Array(billPdf(bill, language, loadTexts())));
