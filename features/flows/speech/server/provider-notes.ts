import type { ProviderRow } from './providers.repo.ts';

/** What a log may keep: everything but the key. */
export const logged = ({
  channel,
  name,
  protocol,
  address,
  model,
  languages,
  voices,
  isOn,
}: Omit<ProviderRow, 'id' | 'use' | 'sealed' | 'version'>) => ({
  channel,
  name,
  protocol,
  address,
  model,
  languages,
  voices,
  isOn,
});

/** What the operation log calls a provider. */
export const labelOf = ({ use, channel, name }: Pick<ProviderRow, 'use' | 'channel' | 'name'>): string =>
  `${use} ${channel}${name && ` ${name}`}`;
