import { pino, type Logger } from 'pino';
import { inSources } from './source-places.ts';

export type Log = Logger;

/**
 * Structured logs. They never hold a phone number, message text, password or token:
 * requests are logged by route pattern and ids alone, and known carriers are cut out besides.
 */
export function openLog(level: string, destination?: { write(line: string): void }): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          '*.password',
          '*.token',
          '*.phone',
          '*.number',
          '*.text',
          '*.content',
          '*.email',
          'password',
          'token',
          'phone',
          'number',
          'text',
          'content',
          'email',
          'headers',
          '*.headers',
          'body',
          '*.body',
          'query',
          '*.query',
        ],
        censor: '[kept out]',
      },
      serializers: { err: describeError },
    },
    destination ?? pino.destination(1),
  );
}

/** The kind, the place and the code of an error; its message only where it cannot quote user data. */
function describeError(problem: unknown): object {
  if (!(problem instanceof Error)) return { kind: typeof problem };
  const { code, constraint, table } = problem as Error & { code?: string; constraint?: string; table?: string };
  return {
    kind: problem.name,
    code,
    constraint,
    table,
    message: withoutValues(problem.message),
    at: problem.stack
      ?.split('\n')
      .slice(1, 8)
      .map((line) => inSources(line.trim())),
    cause: problem.cause ? describeError(problem.cause) : undefined,
  };
}

/** Quoted pieces, long digit runs and addresses are where user data hides in messages. */
export const withoutValues = (message: string): string =>
  message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    // From the start of a word on: a long one without an @ would else be searched again from each of its letters.
    .replace(/(?<!\S)\S+@\S+/g, '…')
    .replace(/\+?\d[\d -]{5,}\d/g, '…')
    .slice(0, 300);
