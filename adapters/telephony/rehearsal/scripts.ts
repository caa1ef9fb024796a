import { sipStatusOf } from '#shared/call-rejection.ts';
import type { CrowdAnswer, CrowdKey } from '#core/rehearsal/crowd.ts';
import type { CallInScript, RehearsalNumber } from '#core/rehearsal/rehearsal.port.ts';

/** One thing a rehearsed party does. The next begins when it is over. */
export type Act =
  | { do: 'ring' | 'earlyMedia' | 'answer' | 'hangUp' }
  | { do: 'refuse'; sipStatus: number }
  | { do: 'wait'; ms: number }
  /** Waits until a person is there: answered, and then a moment without music or announcements. Hangs up after `patienceMs`. */
  | { do: 'awaitPerson'; patienceMs: number }
  | { do: 'say'; phrase: string }
  | { do: 'tone'; hz: number; ms: number }
  | { do: 'press'; keys: string }
  | { do: 'hold'; held: boolean }
  | { do: 'echo'; ms: number }
  /** Until the other side spoke and then paused, or nothing came in `maxMs`; `orLeaves`: then nobody is there, and they hang up. */
  | { do: 'listen'; maxMs: number; orLeaves?: boolean }
  /** Whatever is being done then, they hang up so much later. */
  | { do: 'leaveIn'; ms: number };

type Script = Generator<Act, void, void>;
type Chance = () => number;

const between = (chance: Chance, fromMs: number, toMs: number): number =>
  Math.round(fromMs + chance() * (toMs - fromMs));
const HOUR_MS = 3_600_000;
const PATIENCE_MS = 180_000;
const NOT_FOUND = 404;
const BUSY = 486;
const DECLINED = 603;
const UNAVAILABLE = 503;

/** What happens when a number of the rehearsal carrier is called. */
export function* scriptOf({ behaviour, refusal }: Omit<RehearsalNumber, 'number'>, chance: Chance): Script {
  switch (behaviour) {
    case 'answersAndSpeaks':
      yield* pickUp(1_000);
      return yield* talk(chance);
    case 'echoes':
      yield* pickUp(500);
      yield { do: 'echo', ms: HOUR_MS };
      return yield { do: 'hangUp' };
    case 'ringsLong':
      yield { do: 'ring' };
      yield { do: 'wait', ms: HOUR_MS };
      return;
    case 'isBusy':
      yield { do: 'wait', ms: 300 };
      return yield { do: 'refuse', sipStatus: BUSY };
    case 'rejects':
      yield { do: 'ring' };
      yield { do: 'wait', ms: 1_500 };
      return yield { do: 'refuse', sipStatus: DECLINED };
    case 'playsEarlyMedia':
      yield { do: 'earlyMedia' };
      yield { do: 'say', phrase: 'person.early' };
      yield { do: 'wait', ms: 500 };
      yield { do: 'answer' };
      return yield* talk(chance);
    case 'voicemail':
      yield* pickUp(3_000);
      return yield* machine();
    case 'pressesKeys':
      yield* pickUp(500);
      yield { do: 'wait', ms: 1_000 };
      yield { do: 'press', keys: '1590*#' };
      yield { do: 'wait', ms: 10_000 };
      return yield { do: 'hangUp' };
    case 'hangsUpSoon':
      yield* pickUp(500);
      yield { do: 'say', phrase: 'person.hello' };
      yield { do: 'wait', ms: 5_000 };
      return yield { do: 'hangUp' };
    case 'unreachable':
      yield { do: 'wait', ms: 400 };
      return yield { do: 'refuse', sipStatus: NOT_FOUND };
    case 'holds':
      yield* pickUp(500);
      yield { do: 'say', phrase: 'person.hello' };
      yield { do: 'hold', held: true };
      yield { do: 'wait', ms: 4_000 };
      yield { do: 'hold', held: false };
      return yield* talk(chance);
    case 'refuses':
      yield { do: 'wait', ms: 200 };
      return yield { do: 'refuse', sipStatus: sipStatusOf(refusal ?? 0) ?? UNAVAILABLE };
    case 'takesOffer':
      yield* pickUp(1_000);
      return yield* byKey(chance, '1');
    case 'declinesOffer':
      yield* pickUp(1_000);
      return yield* byKey(chance, '2');
    case 'person':
      return yield* person(chance);
  }
}

/** Somebody of the crowd takes a call as they do (`core/rehearsal/crowd.ts`). */
export function* crowdScript(answer: CrowdAnswer, chance: Chance): Script {
  switch (answer.is) {
    case 'notInService':
      yield { do: 'wait', ms: 400 };
      return yield { do: 'refuse', sipStatus: NOT_FOUND };
    case 'busy':
      yield { do: 'wait', ms: 300 };
      return yield { do: 'refuse', sipStatus: BUSY };
    case 'ringsOut':
      yield { do: 'ring' };
      return yield { do: 'wait', ms: HOUR_MS };
    case 'refuses':
      yield { do: 'ring' };
      yield { do: 'wait', ms: answer.afterMs };
      return yield { do: 'refuse', sipStatus: DECLINED };
    case 'machine':
      yield* pickUp(answer.afterMs);
      return yield* machine();
    case 'person':
      yield* pickUp(answer.afterMs);
      if (answer.key !== null) return yield* byKey(chance, answer.key);
      yield { do: 'leaveIn', ms: answer.leaves === 'first' ? answer.talkMs : PATIENT_MS };
      return yield* chat(chance);
  }
}
/** Even who waits for the other to end it has something else to do at last. */
const PATIENT_MS = 90_000;
/** Nobody listens to a line that says nothing for longer. */
const SILENCE_MS = 7_000;
/** Who was promised a person waits longer for the first word. */
const PROMISED_MS = 25_000;

/** Most people answer within a few seconds; some are busy, some do not want to, some are not there. */
function* person(chance: Chance): Script {
  const mood = chance();
  if (mood < 0.08) return yield { do: 'refuse', sipStatus: BUSY };
  yield { do: 'ring' };
  if (mood < 0.14) {
    yield { do: 'wait', ms: between(chance, 2_000, 6_000) };
    return yield { do: 'refuse', sipStatus: DECLINED };
  }
  if (mood < 0.24) return yield { do: 'wait', ms: HOUR_MS };
  yield { do: 'wait', ms: between(chance, 2_000, 8_000) };
  yield { do: 'answer' };
  if (mood < 0.3) return yield* machine();
  yield* talk(chance);
}

/** A virtual customer calls in. */
export function* customerScript(script: CallInScript, chance: Chance): Script {
  if (script === 'pressesKeys') {
    yield { do: 'wait', ms: 6_000 };
    yield { do: 'press', keys: '1' };
  }
  yield { do: 'awaitPerson', patienceMs: script === 'impatient' ? between(chance, 8_000, 15_000) : PATIENCE_MS };
  switch (script) {
    case 'talks':
    case 'impatient':
    case 'pressesKeys':
      return yield* talk(chance);
    case 'long':
      for (let minute = 0; minute < 10; minute += 1) {
        yield* sentence(chance, 'person.booking');
        yield { do: 'listen', maxMs: 60_000 };
      }
      return yield { do: 'hangUp' };
    case 'silent':
      yield { do: 'wait', ms: 120_000 };
      return yield { do: 'hangUp' };
  }
}

function* pickUp(afterMs: number): Script {
  yield { do: 'ring' };
  yield { do: 'wait', ms: afterMs };
  yield { do: 'answer' };
}

/** A greeting, a beep, and as long as messages may be. */
function* machine(): Script {
  yield { do: 'say', phrase: 'person.voicemail' };
  yield { do: 'tone', hz: 1_000, ms: 600 };
  yield { do: 'wait', ms: 30_000 };
  yield { do: 'hangUp' };
}

/** Answers for as long as they stay; a line on which nobody says anything is hung up. */
function* chat(chance: Chance, firstWordMs = SILENCE_MS): Script {
  yield* sentence(chance, 'person.hello');
  yield { do: 'listen', maxMs: firstWordMs, orLeaves: true };
  for (;;) {
    yield* sentence(chance, ANSWERS[Math.floor(chance() * ANSWERS.length)]!);
    yield { do: 'listen', maxMs: SILENCE_MS, orLeaves: true };
  }
}
const ANSWERS = ['person.yes', 'person.who', 'person.booking', 'person.balance', 'person.thanks'];

/** Hears an offer to its end and decides by a key: with 1 a person is promised and talked to, with 2 the other side ends it. */
function* byKey(chance: Chance, key: CrowdKey): Script {
  yield* sentence(chance, 'person.hello');
  yield { do: 'listen', maxMs: PROMISED_MS, orLeaves: true };
  yield { do: 'wait', ms: between(chance, 300, 900) };
  yield { do: 'press', keys: key };
  if (key === '2') {
    yield { do: 'wait', ms: PROMISED_MS };
    return yield { do: 'hangUp' };
  }
  yield { do: 'listen', maxMs: PROMISED_MS };
  yield { do: 'awaitPerson', patienceMs: PATIENT_MS };
  yield* chat(chance, PROMISED_MS);
}

/** An ordinary conversation: a greeting, a wish, an answer, thanks; the other side gets time to speak after each. */
function* talk(chance: Chance): Script {
  yield* sentence(chance, 'person.hello');
  yield { do: 'listen', maxMs: 8_000 };
  yield* sentence(chance, chance() < 0.5 ? 'person.booking' : 'person.balance');
  for (let turn = between(chance, 2, 5); turn > 0; turn -= 1) {
    yield { do: 'listen', maxMs: 15_000 };
    yield* sentence(chance, 'person.yes');
  }
  yield { do: 'listen', maxMs: 10_000 };
  yield* sentence(chance, 'person.thanks');
  yield* sentence(chance, 'person.bye');
  yield { do: 'hangUp' };
}

function* sentence(chance: Chance, phrase: string): Script {
  yield { do: 'wait', ms: between(chance, 200, 900) };
  yield { do: 'say', phrase };
}
