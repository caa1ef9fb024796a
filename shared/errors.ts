/** What a failure does beyond being told. */
interface FailureRow {
  /** The code on the wire. */
  code: number;
  /** Key of the text in `shared/text/<lang>.json`. */
  key: string;
  /** HTTP status, where a proxy or monitor should see the failure; 200 for business refusals. */
  http?: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503;
  /** How the page tells it; 'silent' leaves it to the screen. */
  shownAs?: 'error' | 'warning' | 'silent';
  /** The page forgets the session and goes to the sign-in page. */
  endsSession?: boolean;
}

/** Every failure the product can answer with. */
export const failures = {
  invalidInput: { code: 400, key: 'error.invalidInput', http: 400 },
  signedOut: { code: 401, key: 'error.signedOut', http: 401, endsSession: true },
  notAllowed: { code: 403, key: 'error.notAllowed', http: 403 },
  notFound: { code: 404, key: 'error.notFound', http: 404 },
  conflict: { code: 409, key: 'error.conflict', http: 409 },
  tooLarge: { code: 413, key: 'error.tooLarge', http: 413 },
  tooManyRequests: { code: 429, key: 'error.tooManyRequests', http: 429, shownAs: 'warning' },
  unexpected: { code: 500, key: 'error.unexpected', http: 500 },
  unavailable: { code: 503, key: 'error.unavailable', http: 503, shownAs: 'warning' },
} as const satisfies Record<string, FailureRow>;

export type FailureName = keyof typeof failures;

/** A failure we expect and can explain. Anything else that is thrown is a bug. */
export class Failure extends Error {
  override readonly name: FailureName;
  readonly detail: string;

  constructor(name: FailureName, detail = '') {
    super(detail || name);
    this.name = name;
    this.detail = detail;
  }
}

const nameByCode = new Map<number, FailureName>(
  (Object.entries(failures) as [FailureName, FailureRow][]).map(([name, row]) => [row.code, name]),
);

export const failureOfCode = (code: number): FailureName => nameByCode.get(code) ?? 'unexpected';
export const failureRow = (name: FailureName): FailureRow => failures[name];
