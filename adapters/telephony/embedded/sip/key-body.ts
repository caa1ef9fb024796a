const ALONE = /^\s*([0-9A-D*#])\s*$/i;
// Blanks of the line alone: with line ends among them a body of empty lines would be read from each of them to its end.
const SIGNAL = /^[ \t]*Signal[ \t]*=[ \t]*([0-9A-D*#])[ \t]*$/im;

/** The key an INFO tells of; null when it tells of none. */
export const readKey = (type: 'application/dtmf' | 'application/dtmf-relay', body: string): string | null =>
  (type === 'application/dtmf' ? ALONE : SIGNAL).exec(body)?.[1]?.toUpperCase() ?? null;
