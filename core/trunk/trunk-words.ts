/** What went wrong with a trunk, in words a screen has texts for. */
export const trunkTroubles = [
  'wrongPassword',
  'forbidden',
  'refused',
  'unreachable',
  'nameUnknown',
  'privateAddress',
  'certificate',
  'ownRoots',
  'nonsense',
  'noCommonSound',
  'noPorts',
  'noTransport',
  'mixedTransports',
  'tooManyCalls',
  'tooManyPerSecond',
] as const;
export type TrunkTrouble = (typeof trunkTroubles)[number];

export const trunkTransports = ['udp', 'tcp', 'tls'] as const;
export const trunkCodecs = ['PCMU', 'PCMA'] as const;
export const trunkSecurities = ['none', 'sdes'] as const;
export const registrationStates = ['off', 'registering', 'registered', 'refused', 'unreachable'] as const;
export const gatewayStates = ['unknown', 'up', 'down'] as const;
