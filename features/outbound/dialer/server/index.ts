export type { CampaignEngine, FlowCallers, LiveCampaign, LiveLimit } from './engine.ts';
export { openCampaignEngine } from './open-engine.ts';
export { openMachineLoad } from './open-machine-load.ts';
