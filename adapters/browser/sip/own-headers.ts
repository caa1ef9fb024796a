import type { Invitation } from 'sip.js';
import { CallHeader } from '#shared/call-headers.ts';

const NAMES = new Map<string, string>(Object.values(CallHeader).map((name) => [name.toLowerCase(), name]));

/** The headers of our own, by the names shared/call-headers.ts gives them. */
export function ownHeaders({ request }: Invitation): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('X-')) found[NAMES.get(name.toLowerCase()) ?? name] = request.getHeader(name) ?? '';
  }
  return found;
}
