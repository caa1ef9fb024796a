import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { can, type Viewer } from '#platform/web/viewer.ts';
import { asksForCheck, openEquipmentCheck, equipmentCheckIsOpen } from './check-window.ts';
import { equipmentCheckTexts } from './texts.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

declare module '#platform/web/windows.ts' {
  interface Windows {
    /** Asks what the trouble is, and looks at microphone, headset, browser and network. */
    equipmentCheck: () => void;
  }
}

const hasVoiceSeat = (viewer: Viewer): boolean => viewer.voiceSeat;

/** Whether microphone, headset, browser and network are fit for calls. */
export const equipmentCheck = webFeature({
  name: 'equipment-check',
  text: equipmentCheckTexts,
  routes: [
    {
      path: '/seating/equipment',
      title: 'equipment-check.menu',
      access: 'equipment-check.view',
      page: () => import('./equipment-page.tsx'),
    },
  ],
  parts: {
    agentPanel: {
      part: () => import('./agent-part.tsx'),
      order: 20,
      when: (viewer) => can(viewer, 'equipment-check.view'),
    },
  },
  firstSteps: [{ step: 'reach', part: () => import('./parts/reach-part.tsx') }],
  header: [
    {
      slot: 'overlay',
      item: () => import('./equipment-dialog.tsx'),
      when: hasVoiceSeat,
      isOpen: equipmentCheckIsOpen,
    },
  ],
  commands: [
    {
      id: 'equipment-check.open',
      title: 'equipment-check.title',
      keywords: ['microphone', 'headset', 'test'],
      run: ({ viewer }) => void (viewer.voiceSeat && openEquipmentCheck()),
    },
  ],
  windows: { equipmentCheck: { open: openEquipmentCheck, when: hasVoiceSeat } },
  start({ viewer }) {
    // Somebody came by the link of the guide, from another computer.
    if (viewer.voiceSeat && asksForCheck(window.location.search)) openEquipmentCheck();
    return () => {};
  },
});
