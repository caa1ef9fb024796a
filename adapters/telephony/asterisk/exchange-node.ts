import { AmiClient, type AmiPlace } from './ami-client.ts';
import { AriClient, type AriPlace } from './ari-client.ts';

/** How to command one Asterisk, and where it records. */
export interface NodePlace {
  name: string;
  ari: Omit<AriPlace, 'name'>;
  ami: AmiPlace;
  /** Its `spool/recording`, as the node itself calls it. */
  recordingsFolder: string;
}

export interface ExchangeNode {
  readonly name: string;
  readonly ari: AriClient;
  readonly ami: AmiClient;
  readonly recordingsFolder: string;
}

export const exchangeNode = ({ name, ari, ami, recordingsFolder }: NodePlace): ExchangeNode => ({
  name,
  ari: new AriClient({ name, ...ari }),
  ami: new AmiClient(ami),
  recordingsFolder,
});
