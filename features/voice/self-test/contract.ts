export * from './contract/equipment-check.ts';
export * from './contract/line-check.ts';
