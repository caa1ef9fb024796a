import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { spokenWords } from '#adapters/speech/fake/spoken-words.ts';
import { fakeDetector } from '#adapters/speech/fake/fake-detector.ts';
import { fakeRecognizer } from '#adapters/speech/fake/fake-recognizer.ts';
import type { HeardAnswerer } from '#core/call/answerer-ear.port.ts';
import { energyDetector } from '#core/speech/energy-detector.ts';
import { decodeUlaw } from '#core/telephony/g711.ts';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import type { PcmStream } from '#core/telephony/telephony.port.ts';
import { renderTones } from '#core/telephony/tones.ts';
import { openAnswererEar } from './open-answerer-ear.ts';

/** A line whose sound a test makes. */
function aLine() {
  let listener: (frame: Int16Array) => void = () => {};
  const stream: PcmStream = {
    onFrame: (next) => void (listener = next),
    write: () => {},
    clear: () => 0,
    bufferedMs: () => 0,
    close: () => {},
  };
  /** No faster than it is heard: what waits for too long is a detector that hangs. */
  const send = async (samples: Int16Array): Promise<void> => {
    for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
      listener(samples.slice(at, at + FRAME_SAMPLES));
      await setImmediate();
    }
  };
  const noise = (ms: number): Int16Array =>
    Int16Array.from({ length: ms * 8 }, (_, at) => Math.round(6_000 * Math.sin(at * at * 0.37) * Math.cos(at * 1.7)));
  return { stream, silent: (ms: number) => send(new Int16Array(ms * 8)), talks: (ms: number) => send(noise(ms)), send };
}

const problems: unknown[] = [];
const report = (problem: unknown) => void problems.push(problem);
const anEar = (most?: number) =>
  openAnswererEar({ detector: fakeDetector(), report, ...(most !== undefined && { most }) });

test('a word and silence is a person, a long greeting with its beep a machine that waits then', async () => {
  const [person, machine] = [aLine(), aLine()];
  const findings: Record<'person' | 'machine', HeardAnswerer[]> = { person: [], machine: [] };
  const ear = anEar();
  ear.listen(person.stream, (finding) => void findings.person.push(finding));
  ear.listen(machine.stream, (finding) => void findings.machine.push(finding));
  await person.talks(600);
  await person.silent(2_000);
  await machine.talks(5_000);
  await machine.silent(300);
  await machine.send(renderTones([{ hz: [1_000], ms: 500 }]));
  await machine.silent(400);
  await expect.poll(() => findings.person.map(({ is }) => is)).toEqual(['speech', 'person']);
  expect(findings.person[1]).toMatchObject({ silentMs: expect.any(Number) });
  await expect.poll(() => findings.machine.map(({ is }) => is)).toEqual(['speech', 'machine', 'machineWaits']);
  expect(problems).toEqual([]);
});

test('people and machines of the rehearsal are told apart, also by loudness alone', async () => {
  const ear = openAnswererEar({ detector: energyDetector, report });
  const hears = async (...phrases: string[]): Promise<string[]> => {
    const line = aLine();
    const findings: HeardAnswerer[] = [];
    const stop = ear.listen(line.stream, (finding) => void findings.push(finding));
    await line.silent(300);
    for (const phrase of phrases) await line.send(decodeUlaw(readFileSync(`assets/prompts/en-US/${phrase}.ulaw`)));
    await line.silent(2_500);
    await expect.poll(() => findings.length).toBeGreaterThan(1);
    stop?.();
    return findings.map(({ is }) => is);
  };
  expect(await hears('person.hello')).toEqual(['speech', 'person']);
  expect(await hears('person.who')).toEqual(['speech', 'person']);
  expect(await hears('person.voicemail')).toEqual(['speech', 'machine', 'machineWaits']);
});

test('more than it can hear at once are not listened to, and who is done with makes room', () => {
  const ear = anEar(1);
  const stop = ear.listen(aLine().stream, () => {});
  expect(ear.listen(aLine().stream, () => {})).toBeNull();
  stop?.();
  stop?.();
  expect(ear.listen(aLine().stream, () => {})).not.toBeNull();
  expect(ear.listen(aLine().stream, () => {})).toBeNull();
});

test('a short announcement is known by its words, a recogniser that fails leaves it to the sound', async () => {
  const recognizer = fakeRecognizer();
  const ear = openAnswererEar({ detector: fakeDetector(), recognizer, report });
  const hears = async (words: string): Promise<string[]> => {
    const line = aLine();
    const findings: HeardAnswerer[] = [];
    const stop = ear.listen(line.stream, (finding) => void findings.push(finding));
    await line.silent(300);
    await line.send(spokenWords(words));
    await line.silent(1_500);
    await expect.poll(() => findings.length).toBeGreaterThan(1);
    stop?.();
    return findings.map(({ is }) => is).slice(0, 2);
  };
  expect(await hears('this mailbox is full')).toEqual(['speech', 'machine']);
  expect(await hears('hello peter speaking')).toEqual(['speech', 'person']);
  recognizer.fails('busy');
  expect(await hears('this mailbox is full')).toEqual(['speech', 'person']);
  expect(problems).toEqual([]);
});
