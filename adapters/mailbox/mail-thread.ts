import { parentPort, workerData } from 'node:worker_threads';
import { readMail } from './read-mail.ts';

// A thread of its own, so that calls in the same process go on while a large mail is read.
const mail = await readMail(workerData as Uint8Array);
parentPort!.postMessage(mail, []);
