import type en from './text/en-US.json';
import { ensureFeatureTexts, webFeature, type FeatureContext } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type { Viewer } from '#platform/web/viewer.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';

export { usePeople } from './people.ts';
export { useSwitchOnline } from './use-online.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

const hasTextSeat = ({ textSeat }: Viewer): boolean => textSeat;
const hasSeat = ({ textSeat, voiceSeat }: Viewer): boolean => textSeat || voiceSeat;

/** Whether the text seat takes conversations, in the header and when the page is closed; and the line for seats that are shared. */
export const seats = webFeature({
  name: 'seats',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
  header: [
    { slot: 'line', item: () => import('./seat-menu.tsx'), order: 90, when: hasTextSeat },
    { slot: 'overlay', item: () => import('./seat-queue-host.tsx'), when: hasSeat },
  ],
  start: (context) => begin(context),
});

async function begin({ viewer }: FeatureContext): Promise<() => void> {
  if (!hasSeat(viewer)) return () => {};
  const [{ keepSeat }, { seatQueue }] = await fetchCode(() =>
    Promise.all([import('./keep-seat.ts'), import('./seat-queue.ts'), ensureFeatureTexts(seats)]),
  );
  const ends = [seatQueue.follow(), viewer.textSeat ? keepSeat(viewer.userId) : () => {}];
  return () => ends.forEach((end) => end());
}
