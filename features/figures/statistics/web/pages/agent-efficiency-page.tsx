import { ReportPage } from '../report-page.tsx';

/** What agents did, and how busy they were. */
export default function AgentEfficiencyPage() {
  return <ReportPage report="agentEfficiency" />;
}
