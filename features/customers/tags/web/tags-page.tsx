import { Tags } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { NameAdding } from '#platform/web/ui/marks/name-adding.tsx';
import { moved, stepsOf, type OrderSteps } from '#platform/web/ui/marks/order.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { tagsApi } from '../contract.ts';
import { TagGroupCard } from './parts/tag-group-card.tsx';
import { NAME_MAX } from './parts/tag-row.tsx';
import './tags.css';

const invalidates = [tagsApi.groupAndTag, tagsApi.list, tagsApi.groups];
const stays: OrderSteps = { onUp: null, onDown: null };

/** The tags of customers by group, in their order. Every change is saved by itself. */
export default function TagsPage() {
  const t = useText();
  const { data: groups, error, refetch } = useEndpoint(tagsApi.groupAndTag, {}, { handlesFailures: true });
  const sortGroups = useCommand(tagsApi.sortGroups, { invalidates });
  const sort = useCommand(tagsApi.sort, { invalidates });
  if (error && !groups) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!groups) return <LoadingPage />;
  const named = groups.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]));
  const loose = groups.find(({ id }) => id === null)?.tags ?? [];
  const moveGroup = (from: number, to: number) =>
    sortGroups.mutate({ ids: moved(named, from, to).map(({ id }) => id) });
  /** Tags have one order over all groups; a move within one group leaves the others as they are. */
  const moveTag = (groupId: number | null) => (from: number, to: number) =>
    sort.mutate({
      ids: groups.flatMap(({ id, tags }) => {
        const ids = tags.map((tag) => tag.id);
        return id === groupId ? moved(ids, from, to) : ids;
      }),
    });
  return (
    <Page narrow>
      <div className="tags-page">
        <p>{t('tags.lead')}</p>
        {groups.length === 0 && (
          <EmptyState icon={<Tags size={22} />} title={t('tags.none')} hint={t('tags.noneHint')} />
        )}
        {named.map((group, index) => (
          <TagGroupCard
            key={`${group.id} ${group.name}`}
            group={group}
            groups={named}
            tags={groups.find(({ id }) => id === group.id)?.tags ?? []}
            onMove={moveTag(group.id)}
            steps={stepsOf(index, named.length, moveGroup)}
          />
        ))}
        <TagGroupCard group={null} groups={named} tags={loose} onMove={moveTag(null)} steps={stays} />
        <Card>
          <GroupAdding />
        </Card>
      </div>
    </Page>
  );
}

function GroupAdding() {
  const t = useText();
  const [name, setName] = useState('');
  const add = useCommand(tagsApi.addGroup, { invalidates, onDone: () => setName('') });
  return (
    <NameAdding
      label={t('tags.newGroup')}
      button={t('tags.addGroup')}
      variant="default"
      name={name}
      nameMax={NAME_MAX}
      onName={setName}
      isPending={add.isPending}
      onAdd={(wanted) => add.mutate({ name: wanted })}
    />
  );
}
