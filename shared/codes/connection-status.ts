import { codes, type CodeOf } from '../codes.ts';

/** How far a voice connection is (specification P9). */
export const ConnectionStatus = codes({
  notConnected: { code: 0, key: 'connectionStatus.notConnected', tone: 'grey' },
  connecting: { code: 1, key: 'connectionStatus.connecting', tone: 'warning' },
  connected: { code: 2, key: 'connectionStatus.connected', tone: 'green' },
  ringing: { code: 3, key: 'connectionStatus.ringing', tone: 'violet' },
  inCall: { code: 4, key: 'connectionStatus.inCall', tone: 'blue' },
  speaking: { code: 5, key: 'connectionStatus.speaking', tone: 'green' },
});
export type ConnectionStatus = CodeOf<typeof ConnectionStatus>;
