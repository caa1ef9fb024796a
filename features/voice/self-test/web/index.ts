import type en from './text/en-US.json';
import { ensureFeatureTexts, webFeature, type WebFeature } from '#platform/web/feature.ts';
import { can, type Viewer } from '#platform/web/viewer.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';
import { checkSource, type LoadCheckParts } from './check-parts.ts';
import { asksForCheck, equipmentCheckIsOpen, openEquipmentCheck } from './equipment/check-window.ts';
import { lineCheckIsOpen, openLineCheck } from './lines/check-window.ts';
import { selfTestTexts } from './texts.ts';

export type { CheckParts } from './check-parts.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

declare module '#platform/web/windows.ts' {
  interface Windows {
    /** Tries every way to the exchange. */
    lineCheck: () => void;
    /** Asks what the trouble is, and looks at microphone, headset, browser and network. */
    equipmentCheck: () => void;
  }
}

const hasVoiceSeat = (viewer: Viewer): boolean => viewer.voiceSeat;

const described = {
  name: 'self-test',
  text: selfTestTexts,
  routes: [
    {
      path: '/data/lineQuality',
      title: 'line-check.menu',
      access: 'line-check.view',
      page: () => import('./lines/line-quality-page.tsx'),
    },
    {
      path: '/seating/equipment',
      title: 'equipment-check.menu',
      access: 'equipment-check.view',
      page: () => import('./equipment/equipment-page.tsx'),
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
      item: () => import('./lines/line-check-dialog.tsx'),
      when: hasVoiceSeat,
      isOpen: lineCheckIsOpen,
    },
    {
      slot: 'overlay',
      item: () => import('./equipment/equipment-dialog.tsx'),
      when: hasVoiceSeat,
      isOpen: equipmentCheckIsOpen,
    },
  ],
  parts: {
    agentPanel: {
      part: () => import('./agent-part.tsx'),
      order: 10,
      when: (viewer: Viewer) => can(viewer, 'line-check.view') || can(viewer, 'equipment-check.view'),
    },
  },
  firstSteps: [{ step: 'reach', part: () => import('./equipment/parts/reach-part.tsx') }],
  windows: {
    lineCheck: { open: () => openLineCheck(), when: hasVoiceSeat },
    equipmentCheck: { open: openEquipmentCheck, when: hasVoiceSeat },
  },
  commands: [
    {
      id: 'line-check.open',
      title: 'line-check.title',
      keywords: ['mos', 'network', 'line'],
      when: hasVoiceSeat,
      run: () => openLineCheck(),
    },
    {
      id: 'equipment-check.open',
      title: 'equipment-check.title',
      keywords: ['microphone', 'headset', 'test'],
      run: ({ viewer }) => void (viewer.voiceSeat && openEquipmentCheck()),
    },
  ],
} satisfies Omit<WebFeature, 'start'>;

/** Whether lines, microphone, headset, browser and network are fit for calls. */
export const selfTestWith = (load: LoadCheckParts): WebFeature => {
  checkSource.use(load);
  return webFeature({
    ...described,
    start({ viewer }) {
      if (!viewer.voiceSeat) return () => {};
      // Somebody came by the link of the guide, from another computer.
      if (asksForCheck(window.location.search)) openEquipmentCheck();
      return startQuietly();
    },
  });
};

async function startQuietly(): Promise<() => void> {
  const [{ startQuietChecks }] = await fetchCode(() =>
    Promise.all([import('./lines/quiet-check.ts'), ensureFeatureTexts(described)]),
  );
  return startQuietChecks();
}
