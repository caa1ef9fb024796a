/** Letters of RFC 3261's `token`. */
const TOKEN = /^[A-Za-z0-9\-.!%*_+`'~]+$/;

export const isToken = (text: string): boolean => TOKEN.test(text);

/** Fit for a header's value or a quoted name: no line ends, no control letters, nothing that could end a quote. */
export const headerSafe = (text: string, maxChars = 512): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, maxChars)
    .toWellFormed();

export const quoteSafe = (text: string): string => headerSafe(text, 128).replace(/["\\<>]/g, "'");
