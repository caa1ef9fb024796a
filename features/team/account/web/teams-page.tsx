import { useText } from '#platform/web/i18n.ts';
import { Page, PageHeader } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { accountApi } from '../contract.ts';
import { TeamList } from './parts/team-list.tsx';
import './personal.css';

/** The teams I belong to: go on in another one, or leave one. */
export default function TeamsPage() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(accountApi.teams, {}, { handlesFailures: true });
  return (
    <Page narrow>
      <PageHeader
        title={t('account.teams.heading')}
        hint={t(data?.length === 1 ? 'account.teams.hintOne' : 'account.teams.hint')}
      />
      {data ? (
        <TeamList teams={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines lines={5} />
      )}
    </Page>
  );
}
