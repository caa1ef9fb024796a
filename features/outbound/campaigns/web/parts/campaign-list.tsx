import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable, type DataTableProps } from '#platform/web/ui/table/data-table.tsx';
import CampaignProgress from './campaign-progress.tsx';
import '../campaign-page.css';

/** What lists show of a campaign of any kind. */
interface ListedCampaign {
  id: number;
  name: string;
  customers: number;
  completed: number;
  expiresAt: string | null;
  author: string;
  createdAt: string;
}

export interface CampaignListProps<Task extends ListedCampaign> {
  state: DataTableProps<Task>['state'];
  answer: DataTableProps<Task>['answer'];
  /** Part of the name that is looked for. */
  name: string;
  onName: (name: string) => void;
  /** One for each status that has a tab, with how many there are. */
  tabs: readonly { code: number; label: string; tasks: number }[];
  /** The code of the one that is open; empty: all. */
  tab: string;
  onTab: (tab: string) => void;
  words: { menu: string; empty: string; emptyHint: string; newTask: string };
  /** Where tasks of this kind live, such as `/task/preview`. */
  path: string;
  mayEdit: boolean;
  status: { id: string; header: string; cell: (task: Task) => ReactNode };
  /** Besides the name. */
  about?: (task: Task) => string;
  /** Columns of this kind alone. */
  more?: readonly Column<Task>[];
  /** What is done with one right from the list. */
  deeds: (task: Task) => ReactNode;
  onExport?: () => Promise<unknown>;
}

/** The campaigns of one kind by status, with how far each is. */
export default function CampaignList<Task extends ListedCampaign>(props: CampaignListProps<Task>) {
  const { state, answer, name, onName, tabs, tab, onTab, words, path, mayEdit, onExport } = props;
  const t = useText();
  const navigate = useNavigate();
  const columns = useColumns(props);
  const [isFetching, setFetching] = useState(false);
  const add = mayEdit && (
    <Button component={Link} to={`${path}/new`} leftSection={<Plus size={16} aria-hidden />}>
      {words.newTask}
    </Button>
  );
  const write = (fetch: () => Promise<unknown>) => {
    setFetching(true);
    void fetch()
      .catch(handleFailure)
      .finally(() => setFetching(false));
  };
  return (
    <Page>
      <div className="campaign-tabs">
        <Choice
          label={t('campaigns.list.statuses')}
          value={tab}
          options={[
            { value: '', label: t('campaigns.list.every') },
            ...tabs.map(({ code, label, tasks }) => ({ value: String(code), label: `${label} ${tasks}` })),
          ]}
          onChange={onTab}
        />
      </div>
      <DataTable
        label={words.menu}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ id }) => void navigate(`${path}/${id}`)}
        filters={<SearchField label={t('campaigns.list.search')} value={name} onChange={onName} />}
        actions={add}
        empty={{ title: words.empty, hint: words.emptyHint, ...(add ? { action: add } : {}) }}
        {...(onExport ? { onExport: () => write(onExport), exporting: isFetching } : {})}
      />
    </Page>
  );
}

function useColumns<Task extends ListedCampaign>({
  path,
  mayEdit,
  status,
  about,
  more = [],
  deeds,
}: CampaignListProps<Task>): Column<Task>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('campaigns.list.name'),
      required: true,
      card: 'title',
      cell: (task) => (
        <span className="campaign-name">
          <Link to={`${path}/${task.id}`} onClick={(event) => event.stopPropagation()}>
            <b>{task.name}</b>
          </Link>
          {about && <small>{about(task)}</small>}
        </span>
      ),
    },
    { width: 200, card: 'beside', ...status },
    {
      id: 'progress',
      header: t('campaigns.list.progress'),
      width: 190,
      cell: (task) => <CampaignProgress {...task} />,
    },
    ...more,
    {
      id: 'expires',
      header: t('campaigns.list.expires'),
      width: 160,
      wide: true,
      cell: ({ expiresAt }) => format.dateTime(expiresAt),
    },
    {
      id: 'created',
      header: t('campaigns.list.createdAt'),
      width: 190,
      wide: true,
      cell: ({ author, createdAt }) => [author, format.date(createdAt)].filter(Boolean).join(' · '),
    },
    ...(mayEdit
      ? [
          {
            id: 'deeds',
            header: '',
            required: true,
            width: 124,
            align: 'end' as const,
            cell: deeds,
          },
        ]
      : []),
  ];
}
