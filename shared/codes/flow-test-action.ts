import { codes, type CodeOf } from '../codes.ts';

/**
 * What a tester does in a text test (actionType, specification P4). 2 and 6 warn when their text is
 * empty; that they press keys and interrupt the AI is ours. 5 may be sent while another action runs.
 * 7 is ours too: what becomes of a transfer or a message that the test stopped at (`core/flow/staged.ts`).
 */
export const FlowTestAction = codes({
  sendText: { code: 1, key: 'flowTestAction.sendText', needsText: false, anyTime: false },
  pressKeys: { code: 2, key: 'flowTestAction.pressKeys', needsText: true, anyTime: false },
  end: { code: 5, key: 'flowTestAction.end', needsText: false, anyTime: true },
  interrupt: { code: 6, key: 'flowTestAction.interrupt', needsText: true, anyTime: false },
  stage: { code: 7, key: 'flowTestAction.stage', needsText: false, anyTime: false },
});
export type FlowTestAction = CodeOf<typeof FlowTestAction>;
