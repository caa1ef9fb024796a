/** What the one search of the page finds on the server, in the order it is shown. */
export const foundKinds = ['customer', 'call', 'chat'] as const;
export type FoundKind = (typeof foundKinds)[number];
