import type { StatusPageEvent } from '#core/phone/status-page.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import type { StatusWorld } from './status-desk.ts';

/** Whether the agent would hear it ring: tried, and told to the rules of the status. */
export function statusSound(
  { sound, show }: Pick<StatusWorld, 'sound' | 'show'>,
  send: (event: StatusPageEvent) => void,
) {
  async function tryToSound(): Promise<boolean> {
    await sound.enable().catch(() => {});
    const open = !sound.needsGesture();
    send({ type: 'soundChanged', open });
    return open;
  }
  return {
    tryToSound,
    /** The click that chose the status is what browsers want to see. */
    async enable(): Promise<void> {
      const open = await tryToSound();
      send({ type: 'soundAnswered', answer: open ? 'enabled' : 'blocked' });
    },
    async answer(yes: boolean): Promise<void> {
      if (!yes) return send({ type: 'soundAnswered', answer: 'cancelled' });
      if (await tryToSound()) return send({ type: 'soundAnswered', answer: 'enabled' });
      // A click did not help: the browser's own settings have to.
      show({ kind: 'guide', blocked: BlockedMedia.audio });
    },
  };
}
