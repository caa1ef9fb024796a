import { Alert, Button, Select } from '@mantine/core';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { didNumbersApi } from '../../contract.ts';
import { carriersApi, type CarrierSync } from '../../contract/carriers.ts';

/** So many are drawn; the rest is chosen or left with all of them. */
const SHOWN = 200;

/** What an account has beside what we have; what is chosen is taken over. */
export function SyncPreview({ accountId, found }: { accountId: number; found: CarrierSync }) {
  const t = useText();
  const { fresh, unchanged, elsewhere, skipped } = found;
  const gone = found.gone.filter(({ enabled }) => enabled);
  const groups = useEndpoint(didNumbersApi.groups, {}).data ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(fresh.map(({ number }) => number)));
  const [goneIds, setGoneIds] = useState<ReadonlySet<number>>(new Set());
  const [groupId, setGroupId] = useState<number | null>(null);
  const take = useCommand(carriersApi.takeOver, {
    invalidates: [carriersApi.syncState, carriersApi.accounts, didNumbersApi.my, didNumbersApi.choices],
    onDone: ({ added, switchedOff, refused }) =>
      toast({
        tone: refused.length > 0 ? 'warning' : 'success',
        text: t('did-numbers.sync.taken', { added, off: switchedOff, refused: refused.length }),
      }),
  });
  const takes = fresh.filter(({ number }) => chosen.has(number)).map(({ number }) => number);
  const offs = gone.filter(({ id }) => goneIds.has(id)).map(({ id }) => id);
  return (
    <>
      <p>{t('did-numbers.sync.found', { fresh: fresh.length, gone: gone.length, unchanged })}</p>
      {skipped > 0 && <p>{t('did-numbers.sync.skipped', { count: skipped })}</p>}
      <Ticks
        title={t('did-numbers.sync.fresh')}
        rows={fresh.map(({ number, name }) => ({ id: number, label: spokenNumber(number), note: name }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <Ticks
        title={t('did-numbers.sync.gone')}
        rows={gone.map(({ id, number }) => ({ id, label: spokenNumber(number), note: '' }))}
        chosen={goneIds}
        onChange={setGoneIds}
      />
      {elsewhere.length > 0 && (
        <Alert color="yellow" variant="light">
          {t('did-numbers.sync.elsewhere', {
            numbers: elsewhere
              .slice(0, SHOWN)
              .map((one) => spokenNumber(one))
              .join(', '),
          })}
        </Alert>
      )}
      {takes.length > 0 && (
        <Select
          label={t('did-numbers.groupFirst')}
          placeholder={t('did-numbers.groupLater')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('did-numbers.groupClear') }}
          data={groups.map(({ groupId: id, groupName }) => ({ value: String(id), label: groupName }))}
          value={groupId === null ? null : String(groupId)}
          onChange={(next) => setGroupId(next === null ? null : Number(next))}
        />
      )}
      {(fresh.length > 0 || gone.length > 0) && (
        <Button
          disabled={takes.length + offs.length === 0}
          loading={take.isPending}
          onClick={() => take.mutate({ accountId, numbers: takes, goneIds: offs, groupId })}
        >
          {t('did-numbers.sync.take', { count: takes.length + offs.length })}
        </Button>
      )}
    </>
  );
}

interface TicksProps<Id extends string | number> {
  title: string;
  rows: readonly { id: Id; label: string; note: string }[];
  chosen: ReadonlySet<Id>;
  onChange: (chosen: ReadonlySet<Id>) => void;
}

/** A list to tick, all at once or one by one. Plain boxes: there may be hundreds. */
function Ticks<Id extends string | number>({ title, rows, chosen, onChange }: TicksProps<Id>) {
  const t = useText();
  if (rows.length === 0) return null;
  const all = rows.every(({ id }) => chosen.has(id));
  function toggle(id: Id): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  }
  return (
    <div>
      <label className="numbers-tick">
        <input
          type="checkbox"
          checked={all}
          onChange={() => onChange(all ? new Set() : new Set(rows.map(({ id }) => id)))}
        />
        <b>
          {title} ({rows.length})
        </b>
      </label>
      <ul aria-label={title}>
        {rows.slice(0, SHOWN).map(({ id, label, note }) => (
          <li key={id}>
            <label className="numbers-tick">
              <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
              <span className="figures">{label}</span> {note}
            </label>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p>{t('did-numbers.sync.more', { count: rows.length - SHOWN })}</p>}
    </div>
  );
}
