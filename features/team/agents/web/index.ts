import type en from './text/en-US.json';
import { ensureFeatureTexts, webFeature, type FeatureContext } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where other features tell of one agent, in the panel of the agent. */
export interface AgentPartProps {
  userId: number;
}

declare module '#platform/web/slots.ts' {
  interface Slots {
    agentPanel: AgentPartProps;
  }
}

/** The agents: their phones, seats and groups. */
export const agents = webFeature({
  name: 'agents',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/seating/agents',
      title: 'agents.name',
      access: 'agents.view',
      page: () => import('./agents-page.tsx'),
    },
  ],
  start: (context) => begin(context),
});

async function begin({ viewer }: FeatureContext): Promise<() => void> {
  if (!viewer.voiceSeat) return () => {};
  return (await fetchCode(() => import('./replaced-phone.ts'))).watchReplacedPhone(() => ensureFeatureTexts(agents));
}
