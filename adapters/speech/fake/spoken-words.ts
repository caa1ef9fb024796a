const MARK = [12_345, -12_321, 12_345, -12_321];
const SAMPLES_PER_WORD = 2_400;

/** Sound a fake recogniser understands: a tone as long as the words would take, with the words written into its start. */
export function spokenWords(text: string): Int16Array {
  const words = text.split(/\s+/).filter(Boolean).length;
  const samples = Int16Array.from(
    { length: Math.max(words * SAMPLES_PER_WORD, MARK.length + 1 + text.length) },
    (_, at) => Math.round(8_000 * Math.sin((at * 2 * Math.PI * 220) / 8_000)),
  );
  samples.set([...MARK, text.length, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))]);
  return samples;
}

/** The words written into a sound; empty where there are none. */
export function wordsSpokenIn(sound: Int16Array): string {
  const found: string[] = [];
  for (let at = 0; at + MARK.length < sound.length; at++) {
    if (!MARK.every((sample, offset) => sound[at + offset] === sample)) continue;
    const start = at + MARK.length + 1;
    const units = sound.subarray(start, start + sound[start - 1]!);
    found.push(String.fromCharCode(...Array.from(units, (unit) => unit & 0xffff)));
    at = start + units.length - 1;
  }
  return found.join(' ');
}
