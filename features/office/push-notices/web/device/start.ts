import { call } from '#platform/web/call.ts';
import type { FeatureContext } from '#platform/web/feature.ts';
import { pushNoticesApi } from '../../contract.ts';
import { openPresence } from './presence.ts';
import { thisDevice } from './this-device.ts';

/** What a notice that was clicked says to an open page. */
interface Clicked {
  kind: 'openseat.go';
  address: string;
}
const isClicked = (message: unknown): message is Clicked =>
  (message as Partial<Clicked> | null)?.kind === 'openseat.go' && typeof (message as Clicked).address === 'string';

/** What lives as long as the session: where clicked notices lead, whether the page is seen, and which browser this is. */
export function startNotices({ viewer, go }: FeatureContext): () => void {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  const onMessage = ({ data }: MessageEvent): void => {
    if (isClicked(data)) go(data.address);
  };
  worker?.addEventListener('message', onMessage);
  worker?.startMessages();
  const tab = crypto.randomUUID();
  const leave = openPresence({
    send: (isVisible) => call(pushNoticesApi.here, { tab, isVisible }),
    isVisible: () => document.visibilityState === 'visible',
    onVisible(listener) {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    after(ms, act) {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
  // Without it notices come as before, until the sign-in ends that they came with.
  thisDevice(viewer.userId)
    .renew()
    .catch(() => {});
  return () => {
    worker?.removeEventListener('message', onMessage);
    leave();
  };
}
