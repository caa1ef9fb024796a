import { ReportPage } from '../report-page.tsx';

/** How long agents were in each status. */
export default function AgentStatusPage() {
  return <ReportPage report="status" />;
}
