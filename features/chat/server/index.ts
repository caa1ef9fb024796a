export type * from './visitor-desk.ts';
