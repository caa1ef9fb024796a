import { z } from 'zod';
import { ScimRefused } from './refusal.ts';
import { ActiveFlag, namesIn, Names, Text, type ProvidedUser } from './provided-user.ts';

const PATH_MAX = 400;

/*
 * Changes as providers send them (RFC 7644, 3.5.2). Entra ID writes `Replace` with a path for each attribute, Okta
 * `replace` with an object and no path; both write some values as words. Attributes we do not keep are passed over: a
 * provider sends whatever its administrator mapped.
 */
export const PatchOperation = z.object({
  op: z
    .string()
    .max(10)
    .regex(/^(add|replace|remove)$/i),
  path: z.string().max(PATH_MAX).nullish(),
  // Which of them it has to be hangs on the path.
  value: z
    .union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
    .optional(),
});
export type PatchOperation = z.output<typeof PatchOperation>;

const USER = 'urn:ietf:params:scim:schemas:core:2.0:user:';
const GROUPS = /^(?:groups|roles)(?:\[\s*(\w+)\s+eq\s+"?([^"\]]*)"?\s*\])?(?:\.(?:value|display))?$/i;

/** What the changes say, one after another; `groups` is what was said of groups before. */
export function providedByPatch(operations: readonly PatchOperation[], groups: readonly string[]): ProvidedUser {
  const provided: ProvidedUser = {};
  for (const { op, path, value } of operations) {
    const kind = op.toLowerCase() as Kind;
    if (path) say(provided, kind, path, value, groups);
    else if (kind === 'remove') throw new ScimRefused(400, 'What is removed is named by a path.', 'invalidPath');
    else for (const [name, one] of Object.entries(objectOf(value))) say(provided, kind, name, one, groups);
  }
  return provided;
}

type Kind = 'add' | 'replace' | 'remove';

function say(provided: ProvidedUser, kind: Kind, path: string, value: unknown, before: readonly string[]): void {
  const name = path.toLowerCase().startsWith(USER) ? path.slice(USER.length) : path;
  const text = (): string | null => (kind === 'remove' ? null : read(Text.nullable(), value, name));
  const selected = GROUPS.exec(name);
  if (selected) {
    provided.groups = groupsAfter(kind, value, provided.groups ?? before, selected);
    return;
  }
  switch (name.toLowerCase()) {
    case 'username':
      provided.userName = text() ?? '';
      return;
    case 'externalid':
      provided.externalId = text();
      return;
    case 'displayname':
    case 'name.formatted':
      provided.displayName = text();
      return;
    case 'name.givenname':
      provided.givenName = text();
      return;
    case 'name.familyname':
      provided.familyName = text();
      return;
    case 'name':
      if (kind === 'remove') Object.assign(provided, { givenName: null, familyName: null });
      else for (const [part, one] of Object.entries(objectOf(value))) say(provided, kind, `name.${part}`, one, before);
      return;
    case 'active':
      // Who is no longer said to be active is not.
      provided.active = kind === 'remove' ? false : read(ActiveFlag, value, name);
      return;
  }
}

function groupsAfter(kind: Kind, value: unknown, before: readonly string[], [, by, only]: RegExpExecArray): string[] {
  const sent =
    value === undefined || value === null ? [] : namesIn(read(Names, Array.isArray(value) ? value : [value], 'groups'));
  if (kind === 'add') return [...new Set([...before, ...sent])];
  // `roles[primary eq "True"].value` is the one role of somebody.
  if (kind === 'replace') return sent;
  const gone = by && /^(value|display)$/i.test(by) ? [only!] : sent;
  return gone.length === 0 ? [] : before.filter((name) => !gone.includes(name));
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimRefused(400, 'Without a path the value is an object of attributes.', 'invalidSyntax');
  return value as Record<string, unknown>;
}

function read<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const { data, success } = schema.safeParse(value);
  if (!success) throw new ScimRefused(400, `${name.slice(0, 60)}: no such value.`, 'invalidValue');
  return data;
}
