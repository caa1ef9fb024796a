import { Button, Group, Text, TextInput } from '@mantine/core';
import { Rocket } from 'lucide-react';
import { memo, useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { flowsApi } from '../../contract.ts';
import { PublishCheck, type Checked } from './publish-check.tsx';
import { PublishNotes } from './publish-notes.tsx';
import type { FlowDraft } from './use-draft.ts';

interface PublishButtonProps {
  id: number;
  draft: FlowDraft;
  problems: number;
  onProblems(): void;
}

/** Makes the draft what callers hear: saved first, asked once, and once more when kept conversations went wrong; refused while something is wrong. */
export const PublishButton = memo(({ id, draft, problems, onProblems }: PublishButtonProps) => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  /** Pressed twice it is still one version. */
  const [isSending, setSending] = useState(false);
  const [checked, setChecked] = useState<Checked>({ failed: 0, total: 0 });
  const publish = useCommand(flowsApi.publish, {
    done: 'flows.published',
    invalidates: [flowsApi.page, flowsApi.versions, flowsApi.query],
    onDone: (_, { draftVersion }) => {
      draft.updateStatus({ draftVersion, status: 'published' });
      setOpen(false);
      setNote('');
    },
  });
  if (!useCan()('flows.publish')) return null;

  async function open(): Promise<void> {
    if (problems > 0) return onProblems();
    setOpen(true);
    await draft.flush();
  }
  async function sendOnce(): Promise<void> {
    if (isSending) return;
    setSending(true);
    await send().finally(() => setSending(false));
  }
  async function send(): Promise<void> {
    const { failed, total } = checked;
    if (
      failed > 0 &&
      !(await confirm({
        title: t('flows.publishFailing'),
        body: t('flows.publishFailingBody', { failed, total }),
        yes: t('flows.publishAnyway'),
        danger: true,
      }))
    )
      return;
    const draftVersion = await draft.flush();
    // What was refused was told by the command.
    if (draftVersion !== null) await publish.mutateAsync({ id, draftVersion, note }).catch(() => {});
  }

  return (
    <>
      <Button
        size="xs"
        leftSection={<Rocket size={15} aria-hidden />}
        disabled={draft.status === 'published' && draft.state.at === 'saved'}
        onClick={() => void open()}
      >
        {t('flows.publish')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('flows.publishTitle')}>
        <Text size="sm" mb="sm">
          {t('flows.publishBody')}
        </Text>
        {isOpen && draft.state.at === 'saved' && <PublishNotes id={id} />}
        {isOpen && <PublishCheck id={id} draft={draft} onChecked={setChecked} />}
        <TextInput
          label={t('flows.publishNote')}
          maxLength={200}
          value={note}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setOpen(false)}>
            {t('ui.cancel')}
          </Button>
          <Button loading={isSending} onClick={() => void sendOnce()}>
            {t('flows.publish')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
});
PublishButton.displayName = 'PublishButton';
