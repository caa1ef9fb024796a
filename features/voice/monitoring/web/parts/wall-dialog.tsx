import '#platform/web/load-zod.ts';
import { Button, MultiSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { monitoringApi, WallSettings, type MonitorGroup } from '../../contract.ts';
import { limitedFigures } from '../../core/wall-alarms.ts';

/** From where on figures warn, and how walls turn; for the whole team. */
export default function WallDialog({
  wall,
  groups,
  opened,
  onClose,
}: {
  wall: WallSettings;
  groups: readonly MonitorGroup[];
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const [wished, setWished] = useState(wall);
  const save = useCommand(monitoringApi.saveWall, { done: 'ui.saved', onDone: onClose });
  const isSound = WallSettings.safeParse(wished).success;
  const number = (value: number, label: string, most: number, least: number, onChange: (value: number) => void) => (
    <NumberInput
      label={label}
      value={value}
      min={least}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      onChange={(next) => onChange(Number(next))}
    />
  );
  return (
    <Dialog
      title={t('monitoring.wall.settings')}
      opened={opened}
      onClose={onClose}
      dirty={JSON.stringify(wished) !== JSON.stringify(wall)}
    >
      <form className="monitor-form" onSubmit={(event) => (event.preventDefault(), isSound && save.mutate(wished))}>
        {limitedFigures.map((figure) => (
          <fieldset key={figure}>
            <legend>{t(`monitoring.wall.${figure}`)}</legend>
            {number(
              wished[figure].warn,
              t('monitoring.wall.warn'),
              figure === 'levelPercent' ? 100 : 86_400,
              0,
              (warn) => setWished({ ...wished, [figure]: { ...wished[figure], warn } }),
            )}
            {number(
              wished[figure].alarm,
              t('monitoring.wall.alarm'),
              figure === 'levelPercent' ? 100 : 86_400,
              0,
              (alarm) => setWished({ ...wished, [figure]: { ...wished[figure], alarm } }),
            )}
          </fieldset>
        ))}
        <fieldset>
          <legend>{t('monitoring.wall.turning')}</legend>
          {number(wished.rotateSec, t('monitoring.wall.rotateSec'), 600, 5, (rotateSec) =>
            setWished({ ...wished, rotateSec }),
          )}
          {number(wished.groupsAtOnce, t('monitoring.wall.groupsAtOnce'), 12, 1, (groupsAtOnce) =>
            setWished({ ...wished, groupsAtOnce }),
          )}
        </fieldset>
        <MultiSelect
          label={t('monitoring.wall.groups')}
          placeholder={wished.groupIds.length === 0 ? t('monitoring.wall.allGroups') : ''}
          searchable
          clearable
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={wished.groupIds.map(String)}
          onChange={(ids) => setWished({ ...wished, groupIds: ids.map(Number) })}
        />
        {!isSound && (
          <p role="alert" className="monitor-wrong">
            {t('monitoring.wall.wrong')}
          </p>
        )}
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={!isSound} loading={save.isPending}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
