import { Button, MultiSelect, TextInput } from '@mantine/core';
import { Check, Trash2, Users, X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { smsApi } from '../../contract.ts';

interface TemplateBatchProps {
  ids: readonly number[];
  groups: readonly { id: number; name: string }[];
  onDone: () => void;
}

/** What can be done with several templates at once: deciding, binding to groups, deleting. */
export function TemplateBatch({ ids, groups, onDone }: TemplateBatchProps) {
  const t = useText();
  const can = useCan();
  const [asking, setAsking] = useState<'bind' | 'reject' | null>(null);
  const invalidates = [smsApi.templatePage, smsApi.templates];
  const finish = {
    invalidates,
    onDone: () => {
      setAsking(null);
      onDone();
    },
  };
  const decide = useCommand(smsApi.templateDecide, { ...finish, done: 'sms.template.decided' });
  const bind = useCommand(smsApi.templateBind, { ...finish, done: 'sms.template.bound' });
  const remove = useCommand(smsApi.templateDelete, { ...finish, done: 'sms.template.deleted' });
  const all = [...ids];

  async function askAndRemove(): Promise<void> {
    if (
      await confirm({
        title: t('sms.template.delete'),
        body: t('sms.template.deleteBody', { count: all.length }),
        yes: t('ui.delete'),
        danger: true,
      })
    )
      remove.mutate({ ids: all });
  }

  return (
    <>
      {can('sms.approve') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Check size={14} aria-hidden />}
          loading={decide.isPending}
          onClick={() => decide.mutate({ ids: all, approved: true })}
        >
          {t('sms.template.approve')}
        </Button>
      )}
      {can('sms.approve') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<X size={14} aria-hidden />}
          onClick={() => setAsking('reject')}
        >
          {t('sms.template.reject')}
        </Button>
      )}
      {can('sms.templates') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Users size={14} aria-hidden />}
          onClick={() => setAsking('bind')}
        >
          {t('sms.template.bind')}
        </Button>
      )}
      {can('sms.templates') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Trash2 size={14} aria-hidden />}
          onClick={() => void askAndRemove()}
        >
          {t('ui.delete')}
        </Button>
      )}
      <Dialog opened={asking === 'bind'} onClose={() => setAsking(null)} title={t('sms.template.bind')}>
        <Bind groups={groups} onBind={(groupIds) => bind.mutate({ ids: all, groupIds })} />
      </Dialog>
      <Dialog opened={asking === 'reject'} onClose={() => setAsking(null)} title={t('sms.template.reject')}>
        <Reject onReject={(remark) => decide.mutate({ ids: all, approved: false, remark })} />
      </Dialog>
    </>
  );
}

function Bind({ groups, onBind }: Pick<TemplateBatchProps, 'groups'> & { onBind: (groupIds: number[]) => void }) {
  const t = useText();
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onBind(chosen.map(Number));
      }}
    >
      <MultiSelect
        label={t('sms.template.groups')}
        description={t('sms.template.groupsHint')}
        data-autofocus
        searchable
        clearable
        data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        onChange={setChosen}
      />
      <div className="form-buttons">
        <Button type="submit">{t('sms.template.bind')}</Button>
      </div>
    </form>
  );
}

function Reject({ onReject }: { onReject: (remark: string) => void }) {
  const t = useText();
  const [remark, setRemark] = useState('');
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onReject(remark);
      }}
    >
      <TextInput
        label={t('sms.template.rejectWhy')}
        data-autofocus
        maxLength={200}
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
      <div className="form-buttons">
        <Button type="submit">{t('sms.template.reject')}</Button>
      </div>
    </form>
  );
}
