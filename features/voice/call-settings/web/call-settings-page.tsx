import { NumberInput, Select, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { onEvent } from '#platform/web/user-events.ts';
import { invalidate, setAnswer, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { CALL_SETTINGS_CHANGED, callSettingsApi, LONGEST_SEC, type WireCallSettings } from '../contract.ts';
import { CustomerPageCard } from './customer-page-card.tsx';
import { RecordingCard } from './recording-card.tsx';
import './call-settings.css';

type NumberName = 'maxDurationOfSingleCall' | 'maxCallHoldTime' | 'postTalkSortTimeSecond' | 'maxWrapUpExtraSecond';
type SwitchName =
  | 'displayTransferButton'
  | 'activelyHangUp'
  | 'RecordCalls'
  | 'AutoAnswerDefault'
  | 'TellAgentsWhenMonitored';

const SHORTEST_LIMIT_SEC = 5;
const LONGEST_WRAP_UP_SEC = 3_600;

/** How calls behave for everybody. Every change is saved by itself and holds at once. */
export default function CallSettingsPage() {
  const t = useText();
  const mayEdit = useCan()('call-settings.edit');
  const { data, error, refetch } = useEndpoint(callSettingsApi.detail, {}, { handlesFailures: true });
  const save = useCommand(callSettingsApi.update, {
    done: 'ui.saved',
    onDone: (settings) => setAnswer(callSettingsApi.detail, {}, (before) => before && { ...before, settings }),
    onFailed: () => void invalidate(callSettingsApi.detail),
  });
  useEffect(() => onEvent(CALL_SETTINGS_CHANGED, () => void invalidate(callSettingsApi.detail)), []);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;
  const { settings, defaults } = data;
  const set = (change: Partial<WireCallSettings>) => save.mutate(change);

  const seconds = (name: NumberName, least: number, most: number) => (
    <SecondsField
      key={`${name} ${settings[name]}`}
      label={t(`call-settings.${name}`)}
      hint={t(`call-settings.${name}.hint`, { seconds: defaults[name] ?? 0 })}
      value={settings[name]}
      least={least}
      most={most}
      disabled={!mayEdit}
      onSave={(value) => set({ [name]: value })}
    />
  );
  const onOff = (name: SwitchName) => (
    <Switch
      label={t(`call-settings.${name}`)}
      description={t(`call-settings.${name}.hint`)}
      checked={settings[name]}
      disabled={!mayEdit || save.isPending}
      onChange={(event) => set({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <Page narrow>
      <div className="call-settings">
        {!mayEdit && <p className="call-settings-note">{t('call-settings.readOnly')}</p>}
        <Card title={t('call-settings.limits')}>
          <p className="call-settings-note">{t('call-settings.limits.lead')}</p>
          <div className="call-settings-fields">
            {seconds('maxDurationOfSingleCall', SHORTEST_LIMIT_SEC, LONGEST_SEC)}
            {seconds('maxCallHoldTime', SHORTEST_LIMIT_SEC, LONGEST_SEC)}
          </div>
        </Card>
        <Card title={t('call-settings.after')}>
          <p className="call-settings-note">{t('call-settings.after.lead')}</p>
          <div className="call-settings-fields">
            {seconds('postTalkSortTimeSecond', 0, LONGEST_WRAP_UP_SEC)}
            {seconds('maxWrapUpExtraSecond', 0, LONGEST_WRAP_UP_SEC)}
            <Select
              label={t('call-settings.satisfactionSurveyModel')}
              description={t('call-settings.satisfactionSurveyModel.hint')}
              data={([0, 1, 2] as const).map((model) => ({
                value: String(model),
                label: t(`call-settings.survey.${model}`),
              }))}
              value={String(settings.satisfactionSurveyModel)}
              allowDeselect={false}
              disabled={!mayEdit}
              onChange={(value) =>
                value !== null &&
                set({ satisfactionSurveyModel: Number(value) as WireCallSettings['satisfactionSurveyModel'] })
              }
            />
          </div>
          {onOff('activelyHangUp')}
        </Card>
        <Card title={t('call-settings.agents')}>
          <div className="call-settings-fields">
            <Select
              label={t('call-settings.AgentDefaultLoginStatus')}
              description={t('call-settings.AgentDefaultLoginStatus.hint')}
              data={AgentStatus.rows
                .filter(({ selectable }) => selectable)
                .map(({ code }) => ({ value: String(code), label: codeLabel(AgentStatus, code) }))}
              value={String(settings.AgentDefaultLoginStatus)}
              allowDeselect={false}
              disabled={!mayEdit}
              onChange={(value) => value !== null && set({ AgentDefaultLoginStatus: Number(value) as AgentStatus })}
            />
          </div>
          {onOff('displayTransferButton')}
          {onOff('AutoAnswerDefault')}
          {onOff('RecordCalls')}
          {onOff('TellAgentsWhenMonitored')}
        </Card>
        <RecordingCard
          rules={settings.RecordingRules}
          disabled={!mayEdit}
          onSave={(RecordingRules) => set({ RecordingRules })}
        />
        <CustomerPageCard
          key={`${settings.CustomerPageAddress} ${settings.CustomerPageOpening}`}
          settings={settings}
          disabled={!mayEdit}
          isSaving={save.isPending}
          onSave={set}
        />
      </div>
    </Page>
  );
}

interface SecondsFieldProps {
  label: string;
  hint: string;
  /** Null: no limit. */
  value: number | null;
  least: number;
  most: number;
  disabled: boolean;
  onSave: (value: number | null) => void;
}

/** Seconds, saved when the field is left. Where a limit may be missing, empty means none. */
function SecondsField({ label, hint, value, least, most, disabled, onSave }: SecondsFieldProps) {
  const t = useText();
  const saved = value === null ? '' : String(value);
  const [typed, setTyped] = useState(saved);
  const isLimit = least > 0;
  const saveTyped = () => {
    if (typed === saved) return;
    if (typed === '') return isLimit ? onSave(null) : setTyped(saved);
    const wanted = Math.min(most, Math.max(least, Number(typed)));
    setTyped(String(wanted));
    if (String(wanted) !== saved) onSave(wanted);
  };
  return (
    <NumberInput
      label={label}
      description={hint}
      {...(isLimit ? { placeholder: t('call-settings.noLimit') } : {})}
      suffix={t('call-settings.seconds')}
      min={0}
      max={most}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      disabled={disabled}
      value={typed}
      onChange={(next) => setTyped(String(next))}
      onBlur={saveTyped}
      onKeyDown={(event) => {
        if (event.key === 'Enter') saveTyped();
        if (event.key === 'Escape') setTyped(saved);
      }}
    />
  );
}
