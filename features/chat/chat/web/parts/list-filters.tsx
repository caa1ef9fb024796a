import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import type { InboxQuery } from '../../core/inbox-types.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dropdown, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { chatApi } from '../../contract.ts';
import { narrowings, type ChatAddressChange, type Narrowing } from '../chat-query.ts';

const PANEL_PX = 260;
const STALE_MS = 60_000;

/** Narrows the list to a channel, a group, or an agent for those who see everybody's. How many are in use stands on the button. */
export function ListFilters({ query, onChange }: { query: InboxQuery; onChange: (change: ChatAddressChange) => void }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { button, opening } = useDropdown('dialog', opened, setOpened);
  const used = Object.values(narrowings).filter((name) => query[name] !== undefined).length;
  const label = used > 0 ? t('chat.filterUsed', { count: used }) : t('chat.filter');
  return (
    <>
      <ActionIcon
        {...button}
        variant={used > 0 ? 'light' : 'subtle'}
        color={used > 0 ? 'indigo' : 'gray'}
        className="chat-filter-button"
        aria-label={label}
        data-hint={label}
      >
        <ListFilter size={16} aria-hidden />
        {used > 0 && (
          <b className="chat-count" aria-hidden>
            {used}
          </b>
        )}
      </ActionIcon>
      <Dropdown opening={opening} label={t('chat.filter')} width={PANEL_PX} padding={14}>
        <Fields query={query} onChange={onChange} />
        {used > 0 && (
          <Button
            mt={12}
            fullWidth
            variant="default"
            onClick={() => onChange({ channel: null, group: null, agent: null })}
          >
            {t('chat.filterClear')}
          </Button>
        )}
      </Dropdown>
    </>
  );
}

function Fields({ query, onChange }: { query: InboxQuery; onChange: (change: ChatAddressChange) => void }) {
  const t = useText();
  const can = useCan();
  const choices = useEndpoint(chatApi.choices, {}, { staleMs: STALE_MS });
  // A list of my own has no other agent in it.
  const shown: Narrowing[] = [
    'channel',
    'group',
    ...(can('chat.supervise') && query.filter !== 'mine' && query.filter !== 'waiting' ? (['agent'] as const) : []),
  ];
  return (
    <div className="chat-narrow-fields">
      {shown.map((name) => (
        <NativeSelect
          key={name}
          label={t(`chat.filterBy.${name}`)}
          value={String(query[narrowings[name]] ?? '')}
          disabled={!choices.data}
          data={[
            { value: '', label: t('chat.filterAll') },
            ...(choices.data?.[`${name}s`] ?? []).map((one) => ({ value: String(one.id), label: one.name })),
          ]}
          onChange={(event) =>
            onChange({ [name]: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
          }
        />
      ))}
    </div>
  );
}
