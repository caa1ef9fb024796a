/** Somebody who called in was turned away for want of money: `{tenantId}`; announced once in a while, however many they are. */
export const CALLERS_TURNED_AWAY = 'charges.callersTurnedAway';
