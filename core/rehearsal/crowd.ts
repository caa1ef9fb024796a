import { wallTime } from '../calendar/day-range.ts';
import { chanceOf, seedOf } from '../chance.ts';

/** How somebody of the crowd takes one call. */
export type CrowdAnswer =
  | { is: 'notInService' | 'busy' | 'ringsOut' }
  | { is: 'refuses' | 'machine'; afterMs: number }
  | {
      is: 'person';
      afterMs: number;
      talkMs: number;
      /** Who has said enough hangs up; some wait for the other to end it. */
      leaves: 'first' | 'second';
      /** Pressed once a voice has said its sentence; null: they talk. */
      key: CrowdKey | null;
    };
/** Offers are taken with 1 and declined with 2 nearly everywhere. */
export type CrowdKey = '1' | '2';

/** Of the block of Mexico City that is kept for stories; below those of the regular customers (`virtual-customers.ts`). */
const BLOCK = '525555500';
const PEOPLE = 1_000;
/** From here on they answer a voice that asks something by pressing a key. */
const FIRST_WITH_KEYS = 500;
const CROWD_ZONE = 'America/Mexico_City';

/** Everybody of the crowd, in their order: the first half talks, the second half presses keys. */
export const crowdNumbers: readonly string[] = Array.from(
  { length: PEOPLE },
  (_, place) => `${BLOCK}${String(place).padStart(3, '0')}`,
);

export const isOfCrowd = (number: string): boolean =>
  number.length === BLOCK.length + 3 && number.startsWith(BLOCK) && /^\d+$/.test(number);

/** The hour of the crowd's own day. */
export const crowdHour = (nowMs: number): number => Number(wallTime(nowMs, CROWD_ZONE).slice(11, 13));

/**
 * How many of a hundred answer somebody they do not know, by the hour of their day. Nobody measured it: it has the shape lists are known
 * for. Most asleep at night (who is awake still answers), on the way in the morning, at work with the phone aside by day, at home and at
 * leisure in the evening, which is when calls are answered best; then it falls again.
 */
const answerPercent = [
  10, 8, 8, 8, 8, 10, 14, 22, 32, 40, 44, 44, 38, 36, 38, 40, 42, 46, 50, 50, 46, 36, 24, 14,
] as const;

interface Character {
  /** Of a hundred people. */
  percent: number;
  /** How readily they answer, against everybody. */
  answers: number;
  ringMs: readonly [number, number];
  /** Of a hundred calls they do not answer. */
  machine: number;
  busy: number;
  refuses: number;
}

/** A fifth has the phone in the hand. */
const quick: Character = { percent: 20, answers: 1.6, ringMs: [1_000, 5_000], machine: 10, busy: 25, refuses: 20 };
const usual: Character = { percent: 46, answers: 1, ringMs: [3_000, 15_000], machine: 25, busy: 12, refuses: 8 };
/** Three of ten look at the number first: most of what they do not know goes to a machine, or they decline it. */
const wary: Character = { percent: 30, answers: 0.4, ringMs: [8_000, 22_000], machine: 45, busy: 8, refuses: 20 };
/** A list of a few months holds about four of a hundred numbers that nobody has any more. */
const GONE_PERCENT = 100 - quick.percent - usual.percent - wary.percent;

/** Short ones, so that a newcomer sees many: talks are mostly brief and a few long, as an exponential has it, within these bounds. */
const [TALK_MEAN_MS, TALK_LEAST_MS, TALK_MOST_MS] = [14_000, 5_000, 40_000];
const LEAVES_SECOND_PERCENT = 25;
const MACHINE_MS = [8_000, 14_000] as const;
const REFUSE_MS = [2_000, 9_000] as const;
/** Of a hundred who hear an offer: these take it, these say no, the rest says something else or nothing. */
const [TAKES_PERCENT, DECLINES_PERCENT] = [35, 40];

/**
 * What somebody does when called: each person has a character of their own that follows from the number, the hour decides how likely they
 * are to answer, and the attempt makes today another day than yesterday. The same call is taken in the same way every time.
 */
export function crowdAnswer(number: string, { attempt, hour }: { attempt: number; hour: number }): CrowdAnswer {
  const character = characterOf(number);
  if (!character) return { is: 'notInService' };
  const chance = chanceOf(seedOf('crowd', number, attempt, hour));
  const percent = (): number => chance() * 100;
  const between = ([from, to]: readonly [number, number]): number => Math.round(from + chance() * (to - from));
  if (percent() < answerPercent[hour % 24]! * character.answers) {
    const talkMs = -Math.log(1 - chance()) * TALK_MEAN_MS;
    return {
      is: 'person',
      afterMs: between(character.ringMs),
      talkMs: Math.round(Math.min(Math.max(talkMs, TALK_LEAST_MS), TALK_MOST_MS)),
      leaves: percent() < LEAVES_SECOND_PERCENT ? 'second' : 'first',
      key: keyOf(number, percent()),
    };
  }
  const why = percent();
  if (why < character.machine) return { is: 'machine', afterMs: between(MACHINE_MS) };
  if (why < character.machine + character.busy) return { is: 'busy' };
  if (why < character.machine + character.busy + character.refuses)
    return { is: 'refuses', afterMs: between(REFUSE_MS) };
  return { is: 'ringsOut' };
}

/** Null: nobody has the number any more. */
function characterOf(number: string): Character | null {
  let place = chanceOf(seedOf('character', number))() * 100 - GONE_PERCENT;
  if (place < 0) return null;
  for (const character of [quick, usual]) {
    if (place < character.percent) return character;
    place -= character.percent;
  }
  return wary;
}

function keyOf(number: string, percent: number): CrowdKey | null {
  if (Number(number.slice(BLOCK.length)) < FIRST_WITH_KEYS) return null;
  if (percent < TAKES_PERCENT) return '1';
  return percent < TAKES_PERCENT + DECLINES_PERCENT ? '2' : null;
}
