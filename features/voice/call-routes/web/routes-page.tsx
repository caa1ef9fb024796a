import { Tabs } from '@mantine/core';
import { Navigate } from 'react-router';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { PlanQuestion } from './parts/plan-question.tsx';
import { RouteTable } from './parts/route-table.tsx';
import './routes.css';

const tabs = ['routes', 'ask'] as const;
const panels = { routes: RouteTable, ask: PlanQuestion } as const;

/** How calls leave: by which routes, with which number shown, and what the plan says of one call. */
export default function RoutesPage() {
  const t = useText();
  const [query, setQuery] = useAddressQuery();
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'routes';
  const Panel = panels[tab];
  // Where trunks were once.
  if (query.get('tab') === 'trunks') return <Navigate to="/settings/trunks" replace />;
  return (
    <Page>
      <Tabs
        value={tab}
        onChange={(next) => setQuery(next === 'routes' || !next ? {} : { tab: next })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`routes.tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Panel />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
