import type en from './text/en-US.json';
import { ensureFeatureTexts, webFeature, type FeatureContext, type WebFeature } from '#platform/web/feature.ts';
import { can, type Viewer } from '#platform/web/viewer.ts';
import { checkSource, type LoadCheckParts } from './check-parts.ts';
import { openLineCheck, lineCheckIsOpen } from './check-window.ts';
import { lineCheckTexts } from './texts.ts';

export { checkSource, type CheckParts } from './check-parts.ts';
export { openLineCheck } from './check-window.ts';
export type { RunningCheck } from './run-check.ts';

/** Runs a check, for checks of other capabilities; fetched when the first begins. */
export const loadRunCheck = () => import('./run-check.ts');

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

declare module '#platform/web/windows.ts' {
  interface Windows {
    /** Tries every way to the exchange. */
    lineCheck: () => void;
  }
}

const hasVoiceSeat = (viewer: Viewer): boolean => viewer.voiceSeat;

const described = {
  name: 'line-check',
  text: lineCheckTexts,
  routes: [
    {
      path: '/data/lineQuality',
      title: 'line-check.menu',
      access: 'line-check.view',
      page: () => import('./line-quality-page.tsx'),
    },
  ],
  header: [
    {
      slot: 'tools',
      item: () => import('./header/line-check-button.tsx'),
      order: 15,
      setting: true,
      when: hasVoiceSeat,
    },
    {
      slot: 'overlay',
      item: () => import('./line-check-dialog.tsx'),
      when: hasVoiceSeat,
      isOpen: lineCheckIsOpen,
    },
  ],
  parts: {
    agentPanel: {
      part: () => import('./agent-part.tsx'),
      order: 10,
      when: (viewer: Viewer) => can(viewer, 'line-check.view'),
    },
  },
  windows: { lineCheck: { open: () => openLineCheck(), when: hasVoiceSeat } },
  commands: [
    {
      id: 'line-check.open',
      title: 'line-check.title',
      keywords: ['mos', 'network', 'line'],
      when: hasVoiceSeat,
      run: () => openLineCheck(),
    },
  ],
} satisfies Omit<WebFeature, 'start'>;

/** Which way to the exchange sounds best. */
export const lineCheckWith = (load: LoadCheckParts): WebFeature => {
  checkSource.use(load);
  return webFeature({
    ...described,
    start: (context) => (context.viewer.voiceSeat ? startQuietly(context) : () => {}),
  });
};

async function startQuietly(_context: FeatureContext): Promise<() => void> {
  const [{ startQuietChecks }] = await Promise.all([import('./quiet-check.ts'), ensureFeatureTexts(described)]);
  return startQuietChecks();
}
