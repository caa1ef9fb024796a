import type en from './text/en-US.json';
import { webFeature, type Lazily } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type { RecordingRulesFieldProps } from './parts/recording-rules-field.tsx';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}
declare module '#platform/web/slots.ts' {
  interface Slots {
    groupEditor: GroupPartProps;
  }
}

/** What a part that another feature draws in the editor of a group is given. */
export interface GroupPartProps {
  groupId: number;
  /** What there is to do when the group is saved; null while nothing of the part was changed. */
  onPending: (save: (() => Promise<unknown>) | null) => void;
}

/** What is said before recording, for whoever else has such rules. */
export const recordingRulesField: Lazily<RecordingRulesFieldProps> = () => import('./parts/recording-rules-field.tsx');

/** Groups of agents: how their callers are treated, and who answers them. */
export const agentGroups = webFeature({
  name: 'agent-groups',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/seating/groups',
      title: 'agent-groups.name',
      access: 'agent-groups.view',
      page: () => import('./groups-page.tsx'),
    },
  ],
});
