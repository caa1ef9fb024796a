import { codes, type CodeOf } from '../codes.ts';

/** The two tabs of the flow test window (specification P2). */
export const FlowTestTab = codes({
  voice: { code: 1, key: 'flowTestTab.voice' },
  text: { code: 2, key: 'flowTestTab.text' },
});
export type FlowTestTab = CodeOf<typeof FlowTestTab>;
