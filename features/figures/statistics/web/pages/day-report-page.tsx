import { ReportPage } from '../report-page.tsx';

/** All figures of calls, by time. */
export default function DayReportPage() {
  return <ReportPage report="dayReport" />;
}
