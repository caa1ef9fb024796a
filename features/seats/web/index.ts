import type en from './text/en-US.json';
import { webFeature, type FeatureContext } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type { Viewer } from '#platform/web/viewer.ts';

export { useSwitchOnline } from './use-online.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

const hasTextSeat = ({ textSeat }: Viewer): boolean => textSeat;

/** Whether the text seat takes conversations, in the header and when the page is closed. */
export const seats = webFeature({
  name: 'seats',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
  header: [{ slot: 'line', item: () => import('./seat-menu.tsx'), order: 90, when: hasTextSeat }],
  start: (context) => begin(context),
});

/** Who has a phone too is taken offline by it, as the phone knows which tab it lives in. */
const begin = async ({ viewer }: FeatureContext): Promise<() => void> => (viewer.textSeat ? (await import('./keep-seat.ts')).keepSeat(viewer.voiceSeat, viewer.userId) : () => {});
