import type { SpeechUse } from '#core/speech/protocols.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { providersRepo } from './providers.repo.ts';

/** What can be chosen for each use, in the team's order; this machine is always the last. `name` is the team's own, or empty. */
export type SpeechChannels = Record<SpeechUse, { channel: SpeechChannel; name: string }[]>;

/** Who is set up and on. */
export async function speechChannels(tx: TenantTx): Promise<SpeechChannels> {
  const rows = (await providersRepo(tx).all()).filter(({ isOn }) => isOn);
  const of = (use: SpeechUse) => [
    ...rows.filter((row) => row.use === use).map(({ channel, name }) => ({ channel, name })),
    { channel: SpeechChannel.builtIn, name: '' },
  ];
  return { recognition: of('recognition'), voice: of('voice'), brain: of('brain') };
}
