import { ReportPage } from '../report-page.tsx';

/** What became of calls that went out. */
export default function CallEfficiencyPage() {
  return <ReportPage report="callEfficiency" />;
}
