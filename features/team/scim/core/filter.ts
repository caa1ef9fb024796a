import { ScimRefused } from './refusal.ts';

/** The one user a provider looks for. */
export interface UserFilter {
  by: 'userName' | 'externalId' | 'id';
  value: string;
}

/** Names of attributes are written in letters of any size. */
const attributes: Record<string, UserFilter['by']> = {
  username: 'userName',
  'emails.value': 'userName',
  'emails[type eq "work"].value': 'userName',
  externalid: 'externalId',
  id: 'id',
};

const EQUALS = /^\s*(\S+(?:\[[^\]]*\]\S*)?)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

/** Reads `userName eq "…"` and its kind, which is all that providers ask for. */
export function readFilter(text: string): UserFilter {
  const [, attribute = '', quoted = ''] = EQUALS.exec(text) ?? [];
  const by = attributes[attribute.toLowerCase()];
  const value = textIn(quoted);
  if (!by || value === null)
    throw new ScimRefused(400, 'Filters are userName, externalId or id with eq and a text in quotes.', 'invalidFilter');
  return { by, value };
}

function textIn(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}
