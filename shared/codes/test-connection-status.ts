import { codes, type CodeOf } from '../codes.ts';

/** The tester and the AI agent in a voice test of a flow (specification P3). */
export const TestConnectionStatus = codes({
  disconnected: { code: 0, key: 'testConnectionStatus.disconnected', tone: 'grey' },
  connecting: { code: 1, key: 'testConnectionStatus.connecting', tone: 'warning' },
  registered: { code: 2, key: 'testConnectionStatus.registered', tone: 'green' },
  ringing: { code: 3, key: 'testConnectionStatus.ringing', tone: 'violet' },
  inCall: { code: 4, key: 'testConnectionStatus.inCall', tone: 'blue' },
  speaking: { code: 5, key: 'testConnectionStatus.speaking', tone: 'green' },
});
export type TestConnectionStatus = CodeOf<typeof TestConnectionStatus>;
