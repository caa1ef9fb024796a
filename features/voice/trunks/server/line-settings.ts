import { rootsIn } from '#core/trunk/root-certificates.ts';
import type { NamedServer, TrunkSettings } from '#core/trunk/trunk-settings.ts';
import type { SipTrunkFields } from '../contract.ts';
import { partSecrets, type OpenSettings, type SecretMissing, type TrunkSecrets } from './trunk-secrets.ts';

/** A trunk that nobody keeps a secret of, as a line to its carrier. */
export function describedLine(fields: SipTrunkFields): TrunkSettings | SecretMissing {
  const parted = partSecrets(fields, null);
  if ('field' in parted) return parted;
  const { name: _name, enabled: _enabled, ...open } = parted.open;
  return lineSettings(open, parted.secrets);
}

/** A trunk as it was entered, as a line to its carrier. */
export function lineSettings(open: OpenSettings, secrets: TrunkSecrets): TrunkSettings {
  const { preset: _preset, gateways, account, headers, callerId, roots, ...plain } = open;
  return {
    ...plain,
    roots: rootsIn(roots),
    gateways: gateways.map(({ host, port, transport }): NamedServer => ({
      host,
      ...(port !== null && { port }),
      ...(transport !== null && { transport }),
    })),
    account: account && {
      user: account.user,
      password: secrets.password,
      ...(account.authUser !== '' && { authUser: account.authUser }),
    },
    callerId: {
      ...callerId,
      vouchedNumber: callerId.vouchedNumber || undefined,
      host: callerId.host || undefined,
      diversion: callerId.diversion || undefined,
    },
    headers: Object.fromEntries(
      headers.map(({ name, value, isSecret }) => [
        name,
        isSecret ? (secrets.headers[name.toLowerCase()] ?? '') : value,
      ]),
    ),
  };
}
