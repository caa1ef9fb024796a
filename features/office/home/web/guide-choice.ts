import { choice } from '#platform/web/session.ts';

const name = (tenantId: number): string => `guide.${tenantId}`;
const AWAY = 'away';

/** Whether somebody put the guide of a team away in this browser. */
export const isGuideAway = (tenantId: number): boolean => choice.get(name(tenantId)) === AWAY;
export const putGuideAway = (tenantId: number): void => choice.set(name(tenantId), AWAY);
export const bringGuideBack = (tenantId: number): void => choice.set(name(tenantId), null);

/** The start page with the guide on it, whatever is done. */
export const GUIDE_QUERY = 'guide';
export const GUIDE_ADDRESS = `/home?${GUIDE_QUERY}=1`;
