import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Answer, RecordedCall, Part, Speaker } from './flow-answering.ts';

/** Pairs of on and off, in milliseconds, again and again. */
export interface Ring {
  where: string;
  hz: readonly number[];
  beats: readonly (readonly [on: number, off: number])[];
}

/** What calls are drawn from; two stocks have nothing in common. */
export interface Stock {
  seed: number;
  languages: readonly CustomerLanguage[];
  /** A word or two, a sentence, a firm's greeting. */
  people: Readonly<Partial<Record<CustomerLanguage, readonly string[]>>>;
  machines: Readonly<Partial<Record<CustomerLanguage, readonly string[]>>>;
  /** Said in one breath, with a beep soon after. */
  curt: Readonly<Partial<Record<CustomerLanguage, readonly string[]>>>;
  /** Announcements as short as a firm's greeting, and no beep. */
  brief: Readonly<Partial<Record<CustomerLanguage, readonly string[]>>>;
  voices: readonly (string | null)[];
  speeds: readonly number[];
  rings: readonly Ring[];
  /** Tones of a line that is busy or out of order: nobody will come. */
  engaged: readonly Ring[];
  /** Three rising tones before an announcement. */
  outOfOrder: readonly number[];
  beeps: readonly { hz: readonly number[]; ms: number }[];
  noises: readonly number[];
  /** How loud tones and voices are; 6,000 is the usual tone, 1 the usual voice. */
  tones: readonly number[];
  gains: readonly number[];
  /** Pauses before the first word, and within a machine's greeting. */
  firstMs: readonly [number, number];
  pauseMs: readonly [number, number];
  beepAfterMs: readonly [number, number];
}

/** Calls of every sort in every language, the same for the same stock. */
export function drawnCalls(stock: Stock, times: number): RecordedCall[] {
  let last = stock.seed;
  const chance = (): number => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647;
  const one = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!;
  const between = ([from, to]: readonly [number, number]): number => Math.round(from + chance() * (to - from));

  function call(language: CustomerLanguage, turn: number): RecordedCall[] {
    const how: Speaker = {
      variant: one(stock.voices),
      speed: one(stock.speeds),
      noise: one(stock.noises),
      gain: one(stock.gains),
      isSoftNoise: chance() < 0.5,
      loss: chance() < 0.25 ? 0.02 : 0,
    };
    const amplitude = one(stock.tones);
    const ring = one(stock.rings);
    const tones = (of: Ring, times: number): Part[] =>
      Array.from({ length: times }, () =>
        of.beats.flatMap(([on, off]): Part[] => [{ hz: of.hz, ms: on, amplitude }, off]),
      ).flat();
    /** Somebody answers in the pause, or while it rings. */
    const rung = (): Part[] => [
      ...tones(ring, Math.floor(chance() * 3)),
      { hz: ring.hz, ms: Math.round(ring.beats[0]![0] * (0.3 + chance() * 0.7)), amplitude },
      between([300, 1_500]),
    ];
    const beep = (): Part => ({ ...one(stock.beeps), amplitude });
    const [person, again, machine, curt] = [
      one(stock.people[language]!),
      one(stock.people[language]!.slice(0, 3)),
      one(stock.machines[language]!),
      one(stock.curt[language]!),
    ];
    const sentences = machine
      .split(/(?<=[.。])\s*/u)
      .flatMap((words): Part[] => [{ words }, between(stock.pauseMs)])
      .slice(0, -1);
    const brief = stock.brief[language]![turn % stock.brief[language]!.length]!;
    const first = (): number => between(stock.firstMs);
    const answers: Omit<Answer, 'language'>[] = [
      { is: 'human', what: person, parts: [first(), { words: person }, 3_500] },
      {
        is: 'human',
        what: `${again} (asks again)`,
        parts: [first(), { words: again }, between([400, 750]), { words: again }, 3_500],
      },
      { is: 'human', what: `rings as in ${ring.where}: ${person}`, parts: [...rung(), { words: person }, 3_500] },
      { is: 'human', what: `rings as in ${ring.where}: ${again}`, parts: [...rung(), { words: again }, 3_500] },
      { is: 'voicemail', what: machine, parts: [first(), ...sentences, between(stock.beepAfterMs), beep(), 3_000] },
      { is: 'voicemail', what: `${machine} (no beep)`, parts: [first(), ...sentences, 4_000] },
      {
        is: 'voicemail',
        what: `rings as in ${ring.where}: ${machine}`,
        parts: [...rung(), ...sentences, between(stock.beepAfterMs), beep(), 3_000],
      },
      {
        is: 'voicemail',
        what: `${curt} (and a beep)`,
        parts: [first(), { words: curt }, between([200, 600]), beep(), 3_000],
      },
      {
        is: 'voicemail',
        what: `out of order: ${machine}`,
        parts: [
          first(),
          ...stock.outOfOrder.map((hz) => ({ hz: [hz], ms: 330, amplitude })),
          between([200, 900]),
          ...sentences,
          4_000,
        ],
      },
      { is: 'silence', what: 'nobody', parts: [14_000] },
      {
        is: 'silence',
        what: `rings as in ${ring.where}, then nobody`,
        parts: [...tones(ring, 1 + Math.floor(chance() * 3)), 14_000],
      },
      {
        is: 'silence',
        what: `engaged as in ${stock.engaged[0]!.where}`,
        parts: [first(), ...tones(one(stock.engaged), 30), 3_000],
      },
      { is: 'voicemail', what: `${brief} (and nothing else)`, parts: [stock.firstMs[0], { words: brief }, 4_000] },
    ];
    return answers.map((answer) => ({ answer: { language, ...answer }, how }));
  }
  return Array.from({ length: times }, (_, turn) => stock.languages.flatMap((language) => call(language, turn))).flat();
}
