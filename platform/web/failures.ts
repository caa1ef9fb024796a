import type { Envelope } from '#shared/envelope.ts';
import type * as AllFailures from '#shared/errors.ts';
import type { FailureName } from '#shared/errors.ts';
import { Failure } from '#shared/failure.ts';
import { ensureTexts, textFiles } from './i18n.ts';
import { knownFailures } from './known-failures.ts';
import { fetchCode } from './lazy-part.ts';

/**
 * What failures mean and how they are told. Hundreds of rows and sentences, of which a page in order needs none: they are fetched with the
 * first refusal, and by every page that rests, so that they are there when the network goes. What a page acts on by itself is known without
 * them, and told in its first words.
 */
type Table = Pick<typeof AllFailures, 'failureOfCode' | 'failureRow'>;
type Meaning = Partial<ReturnType<Table['failureRow']>>;

const known: Partial<Record<FailureName, Meaning>> = knownFailures;
const knownByCode = new Map<number, FailureName>(
  Object.entries(knownFailures).map(([name, { code }]) => [code, name as FailureName]),
);

let table: Table | null = null;
let coming: Promise<void> | null = null;

async function fetchTable(): Promise<Table> {
  const [found] = await Promise.all([
    import('#shared/errors.ts'),
    ensureTexts('failures', textFiles(import.meta.glob('../../shared/text/*.json', { import: 'default' }))),
  ]);
  return found;
}

/** Brings the table and the texts of failures, in this language and in every one that is chosen later; tried again as all code is. */
export function bringFailures(load = fetchTable): Promise<void> {
  coming ??= fetchCode(load).then(
    (found) => void (table = found),
    (problem: unknown) => {
      coming = null;
      throw problem;
    },
  );
  return coming;
}

export const hasFailures = (): boolean => table !== null;

const nameOf = (code: number): FailureName | undefined => table?.failureOfCode(code) ?? knownByCode.get(code);

/** The key of the words for a code on the wire; those of `unexpected` where nobody knows it yet. */
export const failureKeyOf = (code: number): string => failureKey(nameOf(code) ?? 'unexpected');

/** What a failure does beyond being told. Those that were answered came through `failureIn`, which knows them. */
export const meaningOf = (name: FailureName): Meaning => table?.failureRow(name) ?? known[name] ?? {};

/** No screen can go on after it: the session is over. */
export const endsSession = (error: unknown): boolean =>
  error instanceof Failure && meaningOf(error.name).endsSession === true;

export const failureKey = (name: string): `error.${string}` => `error.${name}`;

function named({ code, msg }: Pick<Envelope, 'code' | 'msg'>): Failure {
  const name = nameOf(code) ?? 'unexpected';
  return new Failure(name, msg === failureKey(name) ? '' : msg);
}

/** Refuses what no server was asked about, once it can be said in words. */
export async function refuse(name: FailureName): Promise<never> {
  await bringFailures().catch(() => {});
  throw new Failure(name);
}

/** Tells the failure an answer names. At once where it is known, so that answers are heard in their order and nothing goes on after the session. */
export function withFailure(answer: Pick<Envelope, 'code' | 'msg'>, onFailure: (failure: Failure) => void): void {
  const reportFailure = (): void => onFailure(named(answer));
  if (table || nameOf(answer.code)) reportFailure();
  else void bringFailures().then(reportFailure, reportFailure);
}

/** The failure an answer names. */
export const failureIn = (answer: Pick<Envelope, 'code' | 'msg'>): Promise<Failure> =>
  new Promise((resolve) => withFailure(answer, resolve));
