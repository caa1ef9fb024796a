import { Button, TextInput } from '@mantine/core';
import { Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { tagsApi } from '../contract.ts';
import { TagGroupCard } from './parts/tag-group-card.tsx';
import './tags.css';

const invalidates = [tagsApi.groupAndTag, tagsApi.list, tagsApi.groups];

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
  const moved = (ids: number[], from: number, to: number) => {
    ids.splice(to, 0, ...ids.splice(from, 1));
    return { ids };
  };
  const moveGroup = (from: number, to: number) =>
    sortGroups.mutate(
      moved(
        named.map(({ id }) => id),
        from,
        to,
      ),
    );
  /** Tags have one order over all groups; a move within one group leaves the others as they are. */
  const moveTag = (groupId: number | null) => (from: number, to: number) =>
    sort.mutate({
      ids: groups.flatMap(({ id, tags }) => {
        const ids = tags.map((tag) => tag.id);
        return id === groupId ? moved(ids, from, to).ids : ids;
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
            onUp={index > 0 ? () => moveGroup(index, index - 1) : null}
            onDown={index < named.length - 1 ? () => moveGroup(index, index + 1) : null}
          />
        ))}
        <TagGroupCard group={null} groups={named} tags={loose} onMove={moveTag(null)} onUp={null} onDown={null} />
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') add.mutate({ name: name.trim() });
      }}
    >
      <TextInput
        aria-label={t('tags.newGroup')}
        placeholder={t('tags.newGroup')}
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={add.isPending}
        disabled={name.trim() === ''}
        leftSection={<Plus size={16} aria-hidden />}
      >
        {t('tags.addGroup')}
      </Button>
    </form>
  );
}
