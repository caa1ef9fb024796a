import type en from './text/en-US.json';
import { lazily, webFeature, type WebFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { flowTestSource, type LoadFlowTestParts } from './flow-test-parts.ts';

export { flowTestSource, type FlowTestParts } from './flow-test-parts.ts';
export { useFlowWord } from './flow-words.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Whose texts they are, for pages that tell what happened in a conversation. */
export const flowTest = {
  name: 'flow-test',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
};

/** Talking to a flow before callers do. */
export const flowTestWith = (load: LoadFlowTestParts): WebFeature => {
  flowTestSource.use(load);
  return webFeature({ ...flowTest, routes: [] });
};

/** The button of the designer, and the window it opens. */
export const FlowTestButton = lazily(flowTest, () => import('./flow-test-button.tsx'));

/** The recording of a test, for pages of other capabilities too. */
export const TestRecording = lazily(flowTest, () => import('./test-recording.tsx'));
