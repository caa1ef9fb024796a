import { codes, type CodeOf } from '../codes.ts';

/** How an outbound task paces its calls (dispatchType, specification P9). */
export const DispatchType = codes({
  proportional: { code: 1, key: 'dispatchType.proportional' },
  predictive: { code: 3, key: 'dispatchType.predictive' },
});
export type DispatchType = CodeOf<typeof DispatchType>;
