import { call } from '#platform/web/call.ts';
import { choice } from '#platform/web/session.ts';
import { pushNoticesApi } from '../../contract.ts';
import { openBrowserPush, type BrowserPush, type PushState } from './browser-push.ts';

/** That this person wanted notices at this browser; whoever else signs in here did not. */
const markOf = (userId: number): string => `notices.${userId}`;

/** Notices of one person at this browser. */
export function thisDevice(userId: number, push: BrowserPush = openBrowserPush()) {
  return {
    state: push.state,
    /** `failed`: the maker of the browser could not be reached. */
    async turnOn(): Promise<PushState | 'failed'> {
      const state = await push.ask();
      if (state !== 'granted') return state;
      const { publicKey } = await call(pushNoticesApi.key, {});
      const keys = await push.subscribe(publicKey).catch(() => null);
      if (!keys) return 'failed';
      await call(pushNoticesApi.subscribe, keys);
      choice.set(markOf(userId), '1');
      return state;
    },
    /** The server is told first: without it nothing would come, with it nothing could be taken. */
    async turnOff(id: number | null): Promise<void> {
      choice.set(markOf(userId), null);
      if (id !== null) await call(pushNoticesApi.remove, { id });
      await push.unsubscribe();
    },
    /**
     * When the page starts: the browser may have other keys by now, and this sign-in is another. What the server does not know
     * any more, because the sign-in before was over, is told anew.
     */
    async renew(): Promise<void> {
      if (choice.get(markOf(userId)) === null || push.state() !== 'granted') return;
      const { publicKey } = await call(pushNoticesApi.key, {});
      const keys = await push.subscribe(publicKey);
      const { known } = await call(pushNoticesApi.renew, keys);
      if (!known) await call(pushNoticesApi.subscribe, keys);
    },
  };
}
