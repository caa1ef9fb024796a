import { ROLE_NAME_MAX, type FunctionGroup, type Role } from '../contract.ts';
import { System } from '#shared/codes/system.ts';

/** What a role editor edits. */
export interface RoleDraft {
  name: string;
  systemId: System;
  functions: string[];
  needDesensitize: boolean;
}

/** Who edits: what they hold they may give and take, nothing else. The server decides the same way. */
export interface EditorRights {
  held: ReadonlySet<string>;
  /** Sees numbers masked, so makes only roles that do. */
  masked: boolean;
}

/** Whether the editor holds all that a role gives. */
export const mayGive = ({ held, masked }: EditorRights, role: Pick<Role, 'functions' | 'needDesensitize'>): boolean =>
  role.functions.every((key) => held.has(key)) && (role.needDesensitize || !masked);

export const emptyRole = ({ masked }: EditorRights): RoleDraft => ({
  name: '',
  systemId: System.contactCentre,
  functions: [],
  needDesensitize: masked,
});

/** A new role like another one, as far as the editor may give it. */
export const copyOf = (role: Role, { held, masked }: EditorRights, name: string): RoleDraft => ({
  ...draftOf(role),
  name: name.slice(0, ROLE_NAME_MAX),
  functions: role.functions.filter((key) => held.has(key)),
  needDesensitize: role.needDesensitize || masked,
});

export const draftOf = ({ name, systemId, functions, needDesensitize }: Role): RoleDraft => ({
  name,
  systemId: systemId as System,
  functions,
  needDesensitize,
});

/** The groups and keys whose names hold what was typed; a group found by its own name shows all its keys. */
export function matching(groups: readonly FunctionGroup[], typed: string): FunctionGroup[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const holds = (label: string) => label.toLocaleLowerCase().includes(wanted);
  return groups
    .map((group) =>
      holds(group.label) ? group : { ...group, functions: group.functions.filter((each) => holds(each.label)) },
    )
    .filter((group) => group.functions.length > 0);
}

/** All keys of a group that the editor may give; none of them when all are there already. */
export function toggleAll(chosen: readonly string[], keys: readonly string[], { held }: EditorRights): string[] {
  const mine = keys.filter((key) => held.has(key));
  const all = mine.every((key) => chosen.includes(key));
  return all ? chosen.filter((key) => !mine.includes(key)) : [...new Set([...chosen, ...mine])];
}

/** Gives or takes one key. What one may change one must see, so a key brings the `.view` of its capability along. */
export function toggle(
  chosen: readonly string[],
  key: string,
  keys: readonly string[],
  { held }: EditorRights,
): string[] {
  if (chosen.includes(key)) return chosen.filter((each) => each !== key);
  const seeing = keys.filter((each) => each.endsWith('.view') && held.has(each));
  return [...new Set([...chosen, ...seeing, key])];
}
