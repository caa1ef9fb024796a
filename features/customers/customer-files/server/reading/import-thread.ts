import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { csvLine } from '../../core/csv-line.ts';
import { rowReader } from '../../core/import-row.ts';
import { IMPORT_ROWS_MOST } from '../../core/import-limits.ts';
import { WRONG_ROWS_SHOWN, type WrongRow } from '../../contract.ts';
import { copyLine } from './copy-line.ts';
import { dataRows, peekFile } from './file-rows.ts';
import { fileNumbers, type NumbersWish } from './number-rows.ts';
import type { FromThread, ReadWish, ThreadWish } from './read-in-thread.ts';
import { Unreadable } from '#platform/server/table-reading/unreadable.ts';

// A thread of its own, so that calls in the same process go on while a million rows are read.

const port = parentPort!;
const post = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

/** So many batches may be on their way before the database has taken the first. */
const AHEAD = 4;
/** Of a wrong cell; the file has all of it. */
const SHOWN_LETTERS = 80;
const BATCH_LETTERS = 512 * 1024;
let ahead = 0;
let proceed: (() => void) | null = null;
port.on('message', () => {
  ahead -= 1;
  proceed?.();
});

/** Waits until the database has taken enough. */
async function room(): Promise<void> {
  if (ahead < AHEAD) return;
  await new Promise<void>((resolve) => (proceed = resolve));
  await room();
}

async function read({ path, bytes, shape, rules, titles, words, errorsPath }: ReadWish): Promise<void> {
  const readRow = rowReader(rules);
  const errors = openSync(errorsPath, 'w');
  let [rows, staged, wrong] = [0, 0, 0];
  const firstWrong: WrongRow[] = [];
  let [batch, wrongLines] = ['', ''];

  async function send(part: number): Promise<void> {
    if (wrongLines !== '') writeSync(errors, wrongLines);
    const copy = new TextEncoder().encode(batch);
    [batch, wrongLines] = ['', ''];
    ahead += 1;
    post({ type: 'batch', copy, rows, staged, wrong, part }, [copy.buffer as ArrayBuffer]);
    await room();
  }

  try {
    writeSync(errors, `\uFEFF${csvLine([words.line, words.column, words.reason, ...titles])}`);
    for await (const { rows: some, part } of dataRows(path, shape, bytes)) {
      for (const { line, cells, isBroken } of some) {
        rows += 1;
        if (rows > IMPORT_ROWS_MOST) throw new Unreadable('importTooManyRows');
        const result = isBroken
          ? { ok: false as const, wrongs: [{ column: null, why: 'quotes' as const }] }
          : readRow(cells);
        if (result.ok) {
          staged += 1;
          batch += copyLine(line, result.row);
        } else {
          wrong += 1;
          const named = result.wrongs.map(({ column, why }) => ({
            column: column === null ? null : titles[column] || String(column + 1),
            why,
            value: column === null ? '' : [...(cells[column] ?? '').trim()].slice(0, SHOWN_LETTERS).join(''),
          }));
          if (firstWrong.length < WRONG_ROWS_SHOWN) firstWrong.push({ line, wrongs: named });
          const names = named.map(({ column }) => column ?? '');
          wrongLines += csvLine([
            String(line),
            names.filter((name) => name !== '').join('; '),
            result.wrongs.map(({ why }) => words.why[why]).join('; '),
            ...cells,
          ]);
        }
        if (batch.length + wrongLines.length > BATCH_LETTERS) await send(part);
      }
    }
    await send(1);
  } finally {
    closeSync(errors);
  }
  post({ type: 'end', rows, staged, wrong, firstWrong });
}

async function readNumbers(numbersWish: NumbersWish): Promise<void> {
  let [batch, staged, part] = ['', 0, 0];
  let now = { rows: 0, wrong: 0 };
  async function send(): Promise<void> {
    const copy = new TextEncoder().encode(batch);
    batch = '';
    ahead += 1;
    post({ type: 'batch', copy, ...now, staged, part }, [copy.buffer as ArrayBuffer]);
    await room();
  }
  for await (const { numbers, rows, wrong, part: behind } of fileNumbers(numbersWish)) {
    now = { rows, wrong };
    [staged, part] = [staged + numbers.length, behind];
    if (numbers.length > 0) batch += `${numbers.join('\n')}\n`;
    if (batch.length > BATCH_LETTERS) await send();
  }
  await send();
  post({ type: 'end', ...now, staged, firstWrong: [] });
}

const wish = workerData as ThreadWish;
try {
  if (wish.task === 'peek') post({ type: 'peeked', peeked: await peekFile(wish) });
  else if (wish.task === 'numbers') await readNumbers(wish);
  else await read(wish);
} catch (thrown) {
  post({ type: 'failed', failure: thrown instanceof Unreadable ? thrown.failure : null, problem: String(thrown) });
}
port.close();
