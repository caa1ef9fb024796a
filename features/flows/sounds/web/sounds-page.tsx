import { Anchor, Button, List } from '@mantine/core';
import { AudioLines, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Failure } from '#shared/failure.ts';
import { fetchFile } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { text, useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { soundsApi, type UploadedSound } from '../contract.ts';
import { FileDialog } from './parts/file-dialog.tsx';
import { NameDialog } from './parts/name-dialog.tsx';
import { playedAs, useSoundColumns } from './parts/sound-columns.tsx';
import { SpeakDialog } from './parts/speak-dialog.tsx';
import { openPlayer, usePlaying } from './player.ts';

const filters = { words: '' } as const;
type Opened = { what: 'upload' } | { what: 'speak' } | { what: 'edit' | 'replace' | 'uses'; sound: UploadedSound };
type SortName = 'name' | 'updatedAt' | 'durationMs';

const showTrouble = (error: unknown): void =>
  error instanceof Failure
    ? handleFailure(error)
    : toast({ tone: 'error', text: text('sounds.trouble'), id: 'sounds.trouble' });

/** Sounds callers are played: heard, brought in, spoken, replaced, and where each is used. */
export default function SoundsPage() {
  const t = useText();
  const mayEdit = useCan()('sounds.edit');
  const state = useTableState('sounds', { filters });
  const [opened, setOpened] = useState<Opened | null>(null);
  const [player] = useState(() => openPlayer(showTrouble));
  useEffect(() => player.stop, [player]);
  const playing = usePlaying(player);
  const { words } = state.filters;
  const answer = usePage(soundsApi.list, {
    page: state.page,
    size: state.size,
    ...(words ? { words } : {}),
    ...(state.sort ? { sort: state.sort.by as SortName, descending: state.sort.desc } : {}),
  });
  const remove = useCommand(soundsApi.delete, { invalidates: [soundsApi.list], done: 'sounds.deleted' });

  async function askAndRemove({ id, name }: UploadedSound): Promise<void> {
    if (
      await confirm({
        title: t('sounds.deleteTitle'),
        body: t('sounds.deleteBody', { name }),
        yes: t('ui.delete'),
        danger: true,
      })
    )
      remove.mutate({ id });
  }
  const columns = useSoundColumns({
    playing,
    onListen: (sound) =>
      void player.toggle(playedAs(sound), async () => (await fetchFile(soundsApi.listen, { id: sound.id })).bytes),
    onUses: (sound) => setOpened({ what: 'uses', sound }),
    change: mayEdit
      ? {
          onEdit: (sound) => setOpened({ what: 'edit', sound }),
          onReplace: (sound) => setOpened({ what: 'replace', sound }),
          onDelete: (sound) => void askAndRemove(sound),
        }
      : null,
  });
  const close = () => {
    player.stop();
    setOpened(null);
  };
  const add = mayEdit && (
    <>
      <Button
        variant="default"
        leftSection={<AudioLines size={16} aria-hidden />}
        onClick={() => setOpened({ what: 'speak' })}
      >
        {t('sounds.speak')}
      </Button>
      <Button leftSection={<Upload size={16} aria-hidden />} onClick={() => setOpened({ what: 'upload' })}>
        {t('sounds.upload')}
      </Button>
    </>
  );
  return (
    <Page>
      <DataTable
        label={t('sounds.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        filters={
          <SearchField
            label={t('sounds.search')}
            value={words}
            onChange={(next) => state.setFilters({ words: next })}
          />
        }
        actions={add}
        empty={{ title: t('sounds.empty'), hint: t('sounds.emptyHint'), ...(add ? { action: add } : {}) }}
      />
      {opened?.what === 'upload' && <FileDialog replaced={null} onClose={close} />}
      {opened?.what === 'speak' && <SpeakDialog replaced={null} player={player} onClose={close} />}
      {opened?.what === 'replace' &&
        (opened.sound.spokenText ? (
          <SpeakDialog replaced={opened.sound} player={player} onClose={close} />
        ) : (
          <FileDialog replaced={opened.sound} onClose={close} />
        ))}
      {opened?.what === 'edit' && <NameDialog sound={opened.sound} onClose={close} />}
      {opened?.what === 'uses' && <Uses sound={opened.sound} onClose={close} />}
    </Page>
  );
}

function Uses({ sound: { id, name }, onClose }: { sound: UploadedSound; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useEndpoint(soundsApi.uses, { id }, { handlesFailures: true });
  const mayOpen = useCan()('flows.view');
  return (
    <Dialog opened onClose={onClose} title={t('sounds.usesTitle', { name })}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines lines={2} />
      ) : data.length === 0 ? (
        t('sounds.usesNone')
      ) : (
        <List>
          {data.map((use) => (
            <List.Item key={`${use.kind} ${use.id}`}>
              {use.kind === 'flow' && mayOpen ? (
                <Anchor component={Link} to={`/robot/flows/${use.id}`}>
                  {use.name}
                </Anchor>
              ) : (
                use.name
              )}
            </List.Item>
          ))}
        </List>
      )}
    </Dialog>
  );
}
