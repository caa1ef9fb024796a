import type { AgentPartProps } from '#features/team/agents/web/index.ts';
import { can, useViewer } from '#platform/web/viewer.ts';
import { AgentEquipment } from './equipment/agent-equipment.tsx';
import { AgentLines } from './lines/agent-lines.tsx';

/** How an agent is heard and hears: their lines, and their equipment. */
export default function AgentPart({ userId }: AgentPartProps) {
  const viewer = useViewer();
  return (
    <>
      {can(viewer, 'line-check.view') && <AgentLines userId={userId} />}
      {can(viewer, 'equipment-check.view') && <AgentEquipment userId={userId} />}
    </>
  );
}
