/**
 * An address of the team's own program (a CRM) that opens with whoever is on the phone:
 * `https://crm.example.com/find?phone={number}`. What stands in braces is filled in for each call, encoded.
 */
export const pageFields = ['number', 'name', 'customerId', 'callId'] as const;
export type PageField = (typeof pageFields)[number];
/** What is known of a call; null where the reader may not know it, or nobody does. */
export type PageValues = Readonly<Record<PageField, string | null>>;

export const LONGEST_PAGE_ADDRESS = 500;

export type PageProblem = 'tooLong' | 'notAnAddress' | 'notSecure' | 'fieldInHost' | 'unknownField';

const FIELD = /\{([^{}]*)\}/g;
const isField = (name: string): name is PageField => pageFields.some((field) => field === name);
const fieldsIn = (template: string): PageField[] =>
  [...template.matchAll(FIELD)].map(([, name]) => name!).filter(isField);
/** A name or a number of a server, with or without a port. */
const HOST = /^([\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|\[[\da-f:]+\])(?::\d{1,5})?$/iu;
/** This very computer: nothing travels, so nothing needs to be secret on the way. */
const isLoopback = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

/** Why an address cannot be kept; null when it can. */
export function pageProblem(template: string): PageProblem | null {
  if (template.length > LONGEST_PAGE_ADDRESS) return 'tooLong';
  const host = /^https?:\/\/([^/?#]*)/i.exec(template)?.[1];
  // Spaces, control characters and backslashes are read differently from browser to browser.
  if (host === undefined || /[\s\\\p{Cc}]/u.test(template)) return 'notAnAddress';
  // Nobody who calls decides where the page is; nor does an address carry a password.
  if (/[{}@]/.test(host)) return 'fieldInHost';
  if ([...template.matchAll(FIELD)].some(([, name]) => !isField(name!))) return 'unknownField';
  if (/[{}]/.test(template.replaceAll(FIELD, ''))) return 'unknownField';
  const name = HOST.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return 'notAnAddress';
  return /^https:/i.test(template) || isLoopback(name) ? null : 'notSecure';
}

/** The address for one call. Null when it asks for something and nothing of that is known: it would show nobody, or the wrong one. */
export function filledPage(template: string, values: PageValues): string | null {
  const asked = fieldsIn(template);
  if (asked.length > 0 && asked.every((field) => !values[field])) return null;
  return template.replaceAll(FIELD, (_, name: string) => (isField(name) ? encodeURIComponent(values[name] ?? '') : ''));
}
