import type { FlowPhone } from '#core/flow-test/flow-phone.port.ts';

/** What tests use of the browser. The program hands in the browser's own; tests hand in theirs. */
export interface FlowTestParts {
  openPhone(): FlowPhone;
}

export type LoadFlowTestParts = () => Promise<{ flowTestParts: () => FlowTestParts }>;

let load: LoadFlowTestParts = () => Promise.reject(new Error('Nobody said which parts to use.'));

/** Where tests get their parts from; they are fetched when the first voice test begins. */
export const flowTestSource = {
  use(from: LoadFlowTestParts): void {
    load = from;
  },
  parts: async (): Promise<FlowTestParts> => (await load()).flowTestParts(),
};
