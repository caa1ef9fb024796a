import { codes, type CodeOf } from '../codes.ts';

/** Commands on the socket of the test tool (specification P7). */
export const FlowTestCommand = codes({
  start: { code: 0x6000, key: 'flowTestCommand.start' },
  action: { code: 0x6001, key: 'flowTestCommand.action' },
  error: { code: 0x6003, key: 'flowTestCommand.error' },
  stop: { code: 0x6099, key: 'flowTestCommand.stop' },
});
export type FlowTestCommand = CodeOf<typeof FlowTestCommand>;
