import { LostCallers } from '../parts/lost-callers.tsx';
import { ReportPage } from '../report-page.tsx';

/** Where callers were lost, and who of them is still to be called. */
export default function CallInLossPage() {
  return <ReportPage report="callInLoss" below={(filter) => <LostCallers filter={filter} />} />;
}
