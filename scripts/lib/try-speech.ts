import { resolve } from 'node:path';
import { openEmbeddedSpeech } from '#adapters/speech/embedded/open-embedded-speech.ts';

const SENTENCE = 'Cancel my order';
const dataDir = resolve(process.env.DATA_DIR || './data');
const speech = openEmbeddedSpeech({ dataDir, log: () => undefined });
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
let printedLine = '';
const printLine = (line: string) => {
  if (line !== printedLine) console.log(line);
  printedLine = line;
};
const look = setInterval(() => {
  const state = speech.state();
  if (state.at === 'fetching' && state.totalBytes > 0)
    printLine(
      state.doneBytes < state.totalBytes
        ? `Fetching: ${megabytes(state.doneBytes)} of ${megabytes(state.totalBytes)} MB`
        : 'Unpacking and loading …',
    );
}, 500);
try {
  await speech.prepare();
  const state = speech.state();
  if (state.at === 'ready') console.log(`The speech of this machine is ready in ${dataDir}: ${await tried()}`);
  else {
    console.error(`The speech of this machine is not available: ${state.at === 'unavailable' ? state.why : state.at}.`);
    process.exitCode = 1;
  }
} finally {
  clearInterval(look);
  await speech.close();
}

/** Says a sentence and listens to it. */
async function tried(): Promise<string> {
  const startedAt = performance.now();
  const turn = speech.recognizer.open({ languages: ['en'], phrases: [] });
  await speech.voice.speak(
    { text: SENTENCE, language: 'en', voice: null, speed: 1 },
    (samples) => turn.write(samples),
    new AbortController().signal,
  );
  const saidAt = performance.now();
  const { text } = await turn.finish();
  return `said "${SENTENCE}" in ${Math.round(saidAt - startedAt)} ms, heard "${text}" in ${Math.round(performance.now() - saidAt)} ms.`;
}
