export type { CampaignEngine, FlowCallers, LiveCampaign, LiveLimit } from './engine.ts';
