import { ReportPage } from '../report-page.tsx';

/** What calls of AI tasks came to. */
export default function AiOutboundPage() {
  return <ReportPage report="aiOutbound" />;
}
