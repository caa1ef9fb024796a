import { openFlowPhone } from '#adapters/browser/sip/open-flow-phone.ts';
import type { FlowTestParts } from '#features/flows/flow-test/web/index.ts';

/** What tests of flows use of a real browser; the only place where it is chosen. */
export const flowTestParts = (): FlowTestParts => ({ openPhone: () => openFlowPhone() });
