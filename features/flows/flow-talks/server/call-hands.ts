export type { CallHands } from '#core/flow/flow-host.port.ts';
