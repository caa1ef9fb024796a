// Speaks assets/prompts/texts.json into assets/prompts/<language>/<name>.ulaw (8 kHz, PCMU, no header).
// Needs espeak-ng and sox on the path; the product itself needs neither. Run it after changing a text:
//   node scripts/prompts.mjs [name…]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LEVEL_DBFS = -16;
const folder = fileURLToPath(new URL('../assets/prompts', import.meta.url));
const { voices, spokenBy, texts } = JSON.parse(readFileSync(join(folder, 'texts.json'), 'utf8'));
const only = process.argv.slice(2);

for (const [tool, flag] of [
  ['espeak-ng', '--version'],
  ['sox', '--version'],
]) {
  try {
    execFileSync(tool, [flag], { stdio: 'ignore' });
  } catch {
    console.error(`${tool} is missing. On Debian: apt-get install espeak-ng sox`);
    process.exit(1);
  }
}

const work = mkdtempSync(join(tmpdir(), 'prompts-'));
const spoken = join(work, 'spoken.wav');
// Silence is cut off at both ends down to a breath; what a telephone does not carry is left out.
const trim = [
  'silence',
  '1',
  '0.02',
  '0.6%',
  'reverse',
  'silence',
  '1',
  '0.02',
  '0.6%',
  'reverse',
  'pad',
  '0.06',
  '0.12',
];
const shape = ['gain', '-3', 'highpass', '180', 'lowpass', '3500', ...trim];
let bytes = 0;
let files = 0;

for (const [name, languages] of Object.entries(texts)) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (const [language, text] of Object.entries(languages)) {
    const { voice, speed, pitch } = voices[spokenBy[name] ?? (name.startsWith('person.') ? 'person' : language)];
    execFileSync('espeak-ng', ['-v', voice, '-s', String(speed), '-p', String(pitch), '-w', spoken, text]);
    const plain = execFileSync(
      'sox',
      ['-D', spoken, '-t', 'raw', '-r', '8000', '-c', '1', '-e', 'signed-integer', '-b', '16', '-', ...shape],
      { maxBuffer: 2 ** 26 },
    );
    const sound = execFileSync(
      'sox',
      [
        '-D',
        '-t',
        'raw',
        '-r',
        '8000',
        '-c',
        '1',
        '-e',
        'signed-integer',
        '-b',
        '16',
        '-',
        '-t',
        'raw',
        '-e',
        'u-law',
        '-',
        'gain',
        '-l',
        String(LEVEL_DBFS - loudness(plain)),
      ],
      { input: plain, maxBuffer: 2 ** 26 },
    );
    mkdirSync(join(folder, language), { recursive: true });
    writeFileSync(join(folder, language, `${name}.ulaw`), sound);
    bytes += sound.length;
    files++;
  }
}
rmSync(work, { recursive: true });
console.log(`${files} prompts, ${Math.round(bytes / 1024)} KB.`);

/** RMS in dBFS of what is spoken, pauses left out. */
function loudness(raw) {
  const windows = [];
  for (let at = 0; at + 320 <= raw.length; at += 320) {
    let sum = 0;
    for (let sample = at; sample < at + 320; sample += 2) sum += raw.readInt16LE(sample) ** 2;
    windows.push(sum / 160);
  }
  const loudest = Math.max(...windows);
  const active = windows.filter((power) => power > loudest / 1000);
  return 10 * Math.log10(active.reduce((sum, power) => sum + power, 0) / active.length / 32768 ** 2);
}
