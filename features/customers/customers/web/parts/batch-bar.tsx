import { Button, MultiSelect, Select } from '@mantine/core';
import { RotateCcw, Tags, Trash2, UserRoundCheck, UserRoundMinus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { invalidate, useCommand } from '#platform/web/use-endpoint.ts';
import { useSlot } from '#platform/web/use-slot.ts';
import { useCan } from '#platform/web/viewer.ts';
import { BATCH_MOST, customersApi } from '../../contract.ts';
import { usePeople, useTagChoices } from '../choices.ts';
import { NOBODY, type CustomerView, type CustomerListQuery } from '../customer-query.ts';
import { restore, toastDeleted } from './undo.ts';
import '#platform/web/ui/form/form.css';

interface BatchBarProps {
  ids: number[];
  /** How many the search finds; more than that when capped. */
  total: number;
  capped: boolean;
  /** Null where a batch over everything found is not offered. */
  search: CustomerListQuery | null;
  /** Which list they are chosen from. */
  view: CustomerView;
  clear: () => void;
}

const UNASKED = 20;
const invalidates = [customersApi.list, customersApi.myList];

/** What can be done with the customers that are chosen, or with all that match. */
export function BatchBar({ ids, total, capped, search, view, clear }: BatchBarProps) {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  const [asked, setAsked] = useState<'tag' | 'owner' | null>(null);
  // Holds for this very choice: another box ticked, or another filter, ends it.
  const scope = JSON.stringify([ids, search]);
  const [everyScope, setEveryScope] = useState<string | null>(null);
  const isEvery = everyScope === scope && search !== null;
  const count = isEvery ? total : ids.length;
  const countText = `${format.number(count)}${isEvery && capped ? '+' : ''}`;
  const choice = isEvery ? { search } : { ids: ids.slice(0, BATCH_MOST) };
  const remove = useCommand(customersApi.removeMany, {
    invalidates,
    onDone: ({ changed, deletion_id: id }) => (toastDeleted(changed, id), clear()),
  });
  const done = ({ changed }: { changed: number | null }) => {
    toast({
      tone: 'success',
      text: changed === null ? t('customers.batch.running') : t('customers.batch.changed', { count: changed }),
    });
    setAsked(null);
    clear();
  };

  async function askToDelete(): Promise<void> {
    // A few are taken back more quickly than a question is answered.
    if (
      count <= UNASKED ||
      (await confirm({
        title: t('customers.batch.deleteTitle', { count: countText }),
        body: t('customers.batch.deleteBody'),
        yes: t('customers.delete'),
        danger: true,
      }))
    )
      remove.mutate({ choice });
  }

  if (view === 'deleted')
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<RotateCcw size={14} aria-hidden />}
        onClick={() => void restore({ ids: ids.slice(0, BATCH_MOST) }).then(clear)}
      >
        {t('customers.restore')}
      </Button>
    );
  return (
    <>
      {search && !isEvery && total > ids.length && (
        <Button size="xs" variant="subtle" onClick={() => setEveryScope(scope)}>
          {t('customers.batch.chooseAll', { count: `${format.number(total)}${capped ? '+' : ''}` })}
        </Button>
      )}
      {isEvery && <b>{t('customers.batch.allChosen', { count: countText })}</b>}
      {can('customers.edit') && can('tags.use') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Tags size={14} aria-hidden />}
          onClick={() => setAsked('tag')}
        >
          {t('customers.batch.tag')}
        </Button>
      )}
      {can('customers.edit') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<UserRoundCheck size={14} aria-hidden />}
          onClick={() => setAsked('owner')}
        >
          {t('customers.batch.owner')}
        </Button>
      )}
      {!isEvery && <OthersDeeds ids={ids} clear={clear} />}
      {view === 'mine' && !isEvery && <LeaveButton ids={ids} clear={clear} />}
      {can('customers.delete') && (
        <Button
          size="xs"
          variant="default"
          c="red"
          loading={remove.isPending}
          leftSection={<Trash2 size={14} aria-hidden />}
          onClick={() => void askToDelete()}
        >
          {t('customers.delete')}
        </Button>
      )}
      {asked === 'tag' && <TagDialog count={countText} choice={choice} onDone={done} onClose={() => setAsked(null)} />}
      {asked === 'owner' && (
        <OwnerDialog count={countText} choice={choice} onDone={done} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

/** What other capabilities do with those who are chosen. */
function OthersDeeds({ ids, clear }: Pick<BatchBarProps, 'ids' | 'clear'>) {
  const parts = useSlot('customerBatch');
  return (
    <Suspense>
      {parts.map(({ id, Part }) => (
        <Part key={id} ids={ids} clear={clear} />
      ))}
    </Suspense>
  );
}

/** Ids travel in the address, which has an end. */
const LEAVE_AT_ONCE = 200;

/** Takes customers off one's own list: they stay, and belong to nobody. */
function LeaveButton({ ids, clear }: Pick<BatchBarProps, 'ids' | 'clear'>) {
  const t = useText();
  const [isLeaving, setLeaving] = useState(false);
  async function leave(): Promise<void> {
    setLeaving(true);
    try {
      let count = 0;
      for (let from = 0; from < ids.length; from += LEAVE_AT_ONCE)
        count += (await call(customersApi.leaveMyList, { ids: ids.slice(from, from + LEAVE_AT_ONCE) })).removed;
      toast({ tone: 'success', text: t('customers.leftListMany', { count }) });
      clear();
    } catch (error) {
      handleFailure(error);
    } finally {
      setLeaving(false);
      await Promise.all(invalidates.map((one) => invalidate(one)));
    }
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={isLeaving}
      leftSection={<UserRoundMinus size={14} aria-hidden />}
      onClick={() => void leave()}
    >
      {t('customers.leaveList')}
    </Button>
  );
}

interface AskProps {
  count: string;
  choice: { ids: number[] } | { search: CustomerListQuery };
  onDone: (answer: { changed: number | null }) => void;
  onClose: () => void;
}

function TagDialog({ count, choice, onDone, onClose }: AskProps) {
  const t = useText();
  const tags = useTagChoices();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const send = useCommand(customersApi.batchTag, { invalidates, onDone });
  return (
    <Dialog opened onClose={onClose} title={t('customers.batch.tagTitle', { count })}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ choice, add: add.map(Number), remove: remove.map(Number) });
        }}
      >
        <MultiSelect
          label={t('customers.batch.add')}
          searchable
          data={tags.filter(({ value }) => !remove.includes(value))}
          value={add}
          onChange={setAdd}
        />
        <MultiSelect
          label={t('customers.batch.remove')}
          searchable
          data={tags.filter(({ value }) => !add.includes(value))}
          value={remove}
          onChange={setRemove}
        />
        <div className="form-buttons">
          <Button type="submit" loading={send.isPending} disabled={add.length + remove.length === 0}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function OwnerDialog({ count, choice, onDone, onClose }: AskProps) {
  const t = useText();
  const people = usePeople();
  const [owner, setOwner] = useState<string | null>(null);
  const send = useCommand(customersApi.batchOwner, { invalidates, onDone });
  return (
    <Dialog opened onClose={onClose} title={t('customers.batch.ownerTitle', { count })}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ choice, owner_id: owner === NOBODY ? null : Number(owner) });
        }}
      >
        <Select
          label={t('customers.field.owner')}
          searchable
          data={[{ value: NOBODY, label: t('customers.noOwner') }, ...people]}
          value={owner}
          onChange={setOwner}
        />
        <div className="form-buttons">
          <Button type="submit" loading={send.isPending} disabled={owner === null}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
