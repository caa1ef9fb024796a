import type { Role } from '#features/team/access/contract.ts';
import type { ServiceProvider, SsoConfig, SsoSettings } from '../contract.ts';
import type { z } from 'zod';

/** The part of the settings that people choose. */
export function wishesOf(config: SsoConfig): SsoSettings {
  const {
    companyDomain,
    emailDomains,
    emailAttribute,
    nameAttribute,
    roleAttribute,
    roleMappings,
    defaultRoleIds,
    passwordSignIn,
    enabled,
  } = config;
  return {
    companyDomain,
    emailDomains,
    emailAttribute,
    nameAttribute,
    roleAttribute,
    roleMappings,
    defaultRoleIds,
    passwordSignIn,
    enabled,
  };
}

/** What a company begins with. */
export const firstWishes = ({ companyDomain, domains }: z.output<typeof ServiceProvider>): SsoSettings => ({
  companyDomain: companyDomain ?? '',
  emailDomains: domains.slice(0, 1),
  emailAttribute: '',
  nameAttribute: '',
  roleAttribute: 'groups',
  roleMappings: [],
  defaultRoleIds: [],
  passwordSignIn: 'everyone',
  enabled: false,
});

/** One role in each system: the one chosen last stays. */
export function onePerSystem(chosen: readonly number[], roles: readonly Pick<Role, 'id' | 'systemId'>[]): number[] {
  const systemOf = (id: number) => roles.find((role) => role.id === id)?.systemId ?? `unknown ${id}`;
  return chosen.filter((id, index) => !chosen.slice(index + 1).some((later) => systemOf(later) === systemOf(id)));
}
