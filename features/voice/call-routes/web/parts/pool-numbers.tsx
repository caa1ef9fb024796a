import { Button, Select } from '@mantine/core';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { hasTerms } from '#core/search/search-terms.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { POOL_NUMBERS_MOST, routesApi, type NumberChoice, type PoolNumber } from '../../contract.ts';
import { numberKey, numberLabel } from './number-label.ts';
import { OrderedRows } from './ordered-rows.tsx';

/** So many rows are drawn at once; a pool may have thousands. */
const STEP = 50;
const OFFERED = 100;

interface PoolNumbersProps {
  numbers: readonly PoolNumber[];
  routerId: number;
  error: string | undefined;
  onChange: (numbers: PoolNumber[]) => void;
}

/** The numbers of a pool in their order, and more of them to choose. */
export function PoolNumbers({ numbers, routerId, error, onChange }: PoolNumbersProps) {
  const t = useText();
  const choices = useEndpoint(routesApi.poolChoices, { path: 'numberPool.choices' }).data ?? [];
  const [typed, setTyped] = useState('');
  const [drawn, setDrawn] = useState(STEP);
  const taken = new Set(numbers.map(numberKey));
  // What another route shows alone is none of ours.
  const left = choices.filter(
    (one) => !taken.has(numberKey(one)) && (one.routerId === null || one.routerId === routerId),
  );
  const matching = left.filter((one) => hasTerms(numberLabel(one), typed));
  const add = (more: readonly NumberChoice[]) => onChange([...numbers, ...more.map(fresh)].slice(0, POOL_NUMBERS_MOST));
  return (
    <fieldset className="form-group">
      <legend>{t('routes.numbers')}</legend>
      {numbers.length === 0 && <p>{t('routes.anyNumber')}</p>}
      <OrderedRows
        label={t('routes.numberOrder')}
        rows={numbers.slice(0, drawn)}
        idOf={numberKey}
        nameOf={({ number }) => spokenNumber(number)}
        draw={(one) => <PoolNote number={one} />}
        onChange={(rows) => onChange([...rows, ...numbers.slice(drawn)])}
      />
      {numbers.length > drawn && (
        <Button variant="default" size="compact-sm" onClick={() => setDrawn(drawn + STEP)}>
          {t('routes.moreNumbers', { count: numbers.length - drawn })}
        </Button>
      )}
      <Select
        label={t('routes.addNumber')}
        placeholder={t('routes.addNumberHint')}
        searchable
        limit={OFFERED}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={t('routes.noNumber')}
        data={left.map((one) => ({ value: numberKey(one), label: numberLabel(one) }))}
        value={null}
        error={error}
        onChange={(key) => {
          const chosen = left.find((one) => numberKey(one) === key);
          if (chosen) add([chosen]);
          setTyped('');
        }}
      />
      {matching.length > 1 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<ListPlus size={14} aria-hidden />}
          onClick={() => {
            add(matching);
            setTyped('');
          }}
        >
          {t(typed.trim() === '' ? 'routes.addAll' : 'routes.addMatching', { count: matching.length })}
        </Button>
      )}
    </fieldset>
  );
}

/** One that was not shown yet. */
const fresh = (choice: NumberChoice): PoolNumber => ({
  ...choice,
  shownToday: 0,
  lastShownAt: null,
  unanswered: 0,
  restsUntil: null,
});

function PoolNote({ number: { remark, shownToday, unanswered, restsUntil } }: { number: PoolNumber }) {
  const t = useText();
  const format = useFormat();
  const notes = [
    remark,
    shownToday > 0 && t('routes.shownToday', { count: shownToday }),
    unanswered > 0 && t('routes.unanswered', { count: unanswered }),
  ].filter(Boolean);
  return (
    <small>
      {notes.join(' · ')}
      {restsUntil && (
        <span className="routes-rests">
          {notes.length > 0 && ' · '}
          {t('routes.restsUntil', { time: format.dateTime(restsUntil) })}
        </span>
      )}
    </small>
  );
}
