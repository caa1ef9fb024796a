import { useParams } from 'react-router';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { lazy } from '#platform/web/lazy-part.ts';
import { useText } from '#platform/web/i18n.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { customersApi } from '../contract.ts';
import { nameOf } from './look-up.ts';
import { useAiCallColumns } from './parts/ai-call-columns.tsx';

const AiCallPanel = lazy(() => import('./parts/ai-call-panel.tsx'));

const CALL = 'call';
const filters = {};

/** [CDP-05] Calls of AI agents with one customer: what came of each, and what was said. Flows have their own page for designers. */
export default function AiCallsPage() {
  const t = useText();
  const id = Number(useParams()['id']);
  const state = useTableState('customers.aiCalls', { filters });
  const isKnown = Number.isSafeInteger(id);
  const customer = useEndpoint(customersApi.get, { id }, { handlesFailures: true, enabled: isKnown }).data;
  const answer = usePage(
    customersApi.callBotList,
    { customer_id: id, page_number: state.page, page_size: state.size },
    { enabled: isKnown },
  );
  const columns = useAiCallColumns();
  const [query, setQuery] = useAddressQuery();
  const openId = query.get(CALL);
  const open = (callId: string | null): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (callId === null) next.delete(CALL);
        else next.set(CALL, callId);
        return next;
      },
      { replace: callId === null || openId !== null },
    );
  return (
    <Page>
      {customer && <h2>{nameOf(customer) || customer.company || t('customers.nameless')}</h2>}
      <DataTable
        label={t('customers.aiCalls')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ callId }) => callId}
        onOpen={({ callId }) => open(callId)}
        empty={{ title: t('customers.aiCalls.none'), hint: t('customers.aiCalls.noneHint') }}
      />
      <Later opened={openId !== null}>
        <AiCallPanel callId={openId} onClose={() => open(null)} />
      </Later>
    </Page>
  );
}
