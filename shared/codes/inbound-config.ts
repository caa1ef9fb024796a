import { codes, type CodeOf } from '../codes.ts';

/** Where calls to a number go (specification P9). */
export const InboundConfig = codes({
  agentGroup: { code: 1, key: 'inboundConfig.agentGroup' },
  ivr: { code: 2, key: 'inboundConfig.ivr' },
});
export type InboundConfig = CodeOf<typeof InboundConfig>;
