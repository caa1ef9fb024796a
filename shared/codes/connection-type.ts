import { codes, type CodeOf } from '../codes.ts';

/**
 * How the softphone comes by its connection. The specification (W9) gives the numbers 1 to 8 and says that
 * one of them asks /api/userinfo for its account (W7); the meaning of each number is ours.
 */
export const ConnectionType = codes({
  agentPhone: { code: 1, key: 'connectionType.agentPhone' },
  userInfo: { code: 2, key: 'connectionType.userInfo' },
  agentToken: { code: 3, key: 'connectionType.agentToken' },
  monitor: { code: 4, key: 'connectionType.monitor' },
  lineCheck: { code: 5, key: 'connectionType.lineCheck' },
  equipmentTest: { code: 6, key: 'connectionType.equipmentTest' },
  flowTest: { code: 7, key: 'connectionType.flowTest' },
  video: { code: 8, key: 'connectionType.video' },
});
export type ConnectionType = CodeOf<typeof ConnectionType>;
