/** Where help stands: waiting for an owner's word, open, or over. */
export type HelpStage = 'asked' | 'open' | 'over';

export const helpStage = (help: { isOpen: boolean; endedAt: string | null; grantedAt: string | null }): HelpStage =>
  help.isOpen ? 'open' : help.endedAt === null && help.grantedAt === null ? 'asked' : 'over';
