import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltInSound, Sound } from '#core/telephony/sound.ts';
import { encodeUlaw } from '#core/telephony/g711.ts';
import { composeMusic } from './music.ts';
import { cadences, renderTones } from '#core/telephony/tones.ts';
import { promptsFolder, type SoundShelf } from './sounds.ts';

const FALLBACK = 'en-US';
const NAME = /^[\w.-]+$/;

/** Composed when it is first asked for, once a process. */
let music: Uint8Array | null = null;

export function openSoundShelf(folder: string = promptsFolder): SoundShelf {
  const made = new Map<string, Uint8Array>();
  const encoded = new WeakMap<Int16Array, Uint8Array>();

  const once = (key: string, make: () => Uint8Array): Uint8Array => {
    let bytes = made.get(key);
    if (!bytes) made.set(key, (bytes = make()));
    return bytes;
  };
  const builtIn = (name: BuiltInSound): Uint8Array =>
    name === 'music'
      ? (music ??= encodeUlaw(composeMusic()))
      : once(`built-in ${name}`, () => encodeUlaw(renderTones(cadences[name])));
  const prompt = (name: string, language: string): Uint8Array =>
    once(`${language} ${name}`, () => {
      const found = [language, FALLBACK]
        .filter((folderName) => NAME.test(folderName) && NAME.test(name))
        .map((each) => join(folder, each, `${name}.ulaw`))
        .find((path) => existsSync(path));
      if (found === undefined) throw new Error(`There is no prompt "${name}" in ${language} or ${FALLBACK}.`);
      return readFileSync(found);
    });

  const render = (sound: Sound): Uint8Array => {
    if ('name' in sound) return builtIn(sound.name);
    if ('prompt' in sound) return prompt(sound.prompt, sound.language);
    if ('tones' in sound) return once(JSON.stringify(sound.tones), () => encodeUlaw(renderTones(sound.tones)));
    if ('sequence' in sound) return Buffer.concat(sound.sequence.map(render));
    let bytes = encoded.get(sound.samples);
    if (!bytes) encoded.set(sound.samples, (bytes = encodeUlaw(sound.samples)));
    return bytes;
  };
  return { render };
}
