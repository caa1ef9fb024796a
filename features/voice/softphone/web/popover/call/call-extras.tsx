import type { LiveCall } from '#features/voice/calls/contract.ts';
import { CustomerPageLink } from '../../customer-page/customer-page-link.tsx';
import { ListenedBy } from './listened-by.tsx';

/** What an organisation may switch on for calls: agents see who listens to them, and open a page of its own about the customer. */
export const CallExtras = ({ live }: { live: LiveCall }) => (
  <>
    <ListenedBy live={live} />
    <CustomerPageLink live={live} />
  </>
);
