import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { CALL_RECORD_ADDED } from '#features/voice/call-records/contract.ts';
import { downloadsApi } from '#features/office/downloads/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { DateRangeField } from '#platform/web/ui/date-range-field.tsx';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { Page, Toolbar } from '#platform/web/ui/page.tsx';
import { invalidate, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan } from '#platform/web/viewer.ts';
import { messageStates, voicemailsApi } from '../contract.ts';
import { filterOf, useShown } from './address.ts';
import { BoxList } from './parts/box-list.tsx';
import { VoicemailList } from './parts/voicemail-list.tsx';
import './voicemail.css';

const MessagePanel = lazy(() => import('./parts/message-panel.tsx'));
const kinds = ['xlsx', 'csv'] as const;

/** The messages in the boxes of the reader: found, heard, dealt with. */
export default function VoicemailPage() {
  const t = useText();
  const can = useCan();
  const [shown, show] = useShown();
  const boxes = useEndpoint(voicemailsApi.boxes, {}, { handlesFailures: true });
  // Somebody was called back, or has a name by now.
  useEffect(() => onEvent(CALL_RECORD_ADDED, () => void invalidate(voicemailsApi.page)), []);
  const exporting = useCommand(voicemailsApi.exportPage, {
    done: 'voicemails.exported',
    invalidates: [downloadsApi.list],
  });
  const filter = filterOf(shown);
  const isFiltered = shown.state !== '' || shown.from !== '' || shown.to !== '';
  const states = [
    { value: '', label: t('voicemails.filter.state.any') },
    ...messageStates.map((value) => ({ value, label: t(`voicemails.state.${value}`) })),
  ] as const;
  return (
    <Page>
      <div className="voicemail">
        <BoxList boxes={boxes.data} chosen={shown.box} onChoose={(box) => show({ box })} />
        <div className="voicemail-main">
          <Toolbar
            actions={
              can('voicemails.export') && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button
                      variant="default"
                      loading={exporting.isPending}
                      leftSection={<Download size={15} aria-hidden />}
                    >
                      {t('voicemails.export')}
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {kinds.map((kind) => (
                      <Menu.Item key={kind} onClick={() => exporting.mutate({ ...filter, kind })}>
                        {kind.toUpperCase()}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
              )
            }
          >
            <Choice
              label={t('voicemails.filter.state')}
              value={shown.state}
              options={states}
              onChange={(state) => show({ state })}
            />
            <DateRangeField
              label={t('voicemails.filter.days')}
              value={{ from: shown.from, to: shown.to }}
              onChange={({ from, to }) => show({ from, to })}
            />
          </Toolbar>
          <VoicemailList
            key={JSON.stringify(filter)}
            filter={filter}
            isFiltered={isFiltered}
            openId={shown.message}
            onOpen={(message) => show({ message })}
            onClear={() => show({ state: '', from: '', to: '' })}
          />
        </div>
      </div>
      <Later opened={shown.message !== null}>
        <MessagePanel id={shown.message} onClose={() => show({ message: null })} />
      </Later>
    </Page>
  );
}
