import type { FindWays, ProbePhone } from '#core/line-check/probe-phone.port.ts';

/** What checks use of the browser. The program hands in the browser's own; tests hand in theirs. */
export interface CheckParts {
  openPhone(): ProbePhone;
  findWays: FindWays;
}

export type LoadCheckParts = () => Promise<{ checkParts: () => CheckParts }>;

let load: LoadCheckParts = () => Promise.reject(new Error('Nobody said which parts to use.'));

/** Where checks get their parts from; they are fetched when the first check begins. */
export const checkSource = {
  use(from: LoadCheckParts): void {
    load = from;
  },
  parts: async (): Promise<CheckParts> => (await load()).checkParts(),
};
