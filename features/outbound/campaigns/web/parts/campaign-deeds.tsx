import { ActionIcon, Button, Group } from '@mantine/core';
import { Copy, Flag, Pause, Play, Rocket, RotateCcw, Trash2, type LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';

const icons: Record<CampaignDeed, LucideIcon> = {
  launch: Rocket,
  start: Play,
  resume: Play,
  pause: Pause,
  complete: Flag,
  stop: Flag,
  reopen: RotateCcw,
};

/** What somebody does with a campaign. */
export type CampaignDeed = 'launch' | 'start' | 'resume' | 'pause' | 'complete' | 'stop' | 'reopen';
/** Nobody is called after these: they ask first. */
const ends: ReadonlySet<CampaignDeed> = new Set(['complete', 'stop']);

export interface CampaignDeedsProps {
  name: string;
  /** What can be done with it in its state; the first is what one wants most. */
  moves: readonly CampaignDeed[];
  isBusy: boolean;
  /** One that calls nobody can go. */
  isRemovable: boolean;
  /** In a row of a list there is room for icons only. */
  look: 'row' | 'head';
  onMove: (move: CampaignDeed) => void;
  onClone: () => void;
  onRemove: () => void;
  /** Further buttons of the head, before the copy. */
  children?: ReactNode;
}

/** Moves a campaign from state to state, copies and removes it; what cannot be undone asks first. */
export default function CampaignDeeds(props: CampaignDeedsProps) {
  const t = useText();
  const { name, onMove, onRemove } = props;
  async function move(wanted: CampaignDeed): Promise<void> {
    const isSure =
      !ends.has(wanted) ||
      (await confirm({
        title: t('campaigns.completeTitle', { name }),
        body: t('campaigns.completeBody'),
        yes: t(`campaigns.move.${wanted}`),
      }));
    if (isSure) onMove(wanted);
  }
  async function remove(): Promise<void> {
    const isSure = await confirm({
      title: t('campaigns.removeTitle', { name }),
      body: t('campaigns.removeBody'),
      yes: t('ui.delete'),
      danger: true,
    });
    if (isSure) onRemove();
  }
  const asked = { ...props, onMove: (wanted: CampaignDeed) => void move(wanted), onRemove: () => void remove() };
  return props.look === 'row' ? <RowDeeds {...asked} /> : <HeadDeeds {...asked} />;
}

/** A click on a button in a row is not a click on the row. */
const only = (deed: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  deed();
};

function RowDeeds({ name, moves: [first], isBusy, isRemovable, onMove, onClone, onRemove }: CampaignDeedsProps) {
  const t = useText();
  const Icon = first && icons[first];
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      {first && Icon && (
        <ActionIcon
          disabled={isBusy}
          data-hint={t(`campaigns.move.${first}`)}
          aria-label={t('campaigns.moveNamed', { move: t(`campaigns.move.${first}`), name })}
          onClick={only(() => onMove(first))}
        >
          <Icon size={15} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        data-hint={t('campaigns.clone')}
        aria-label={t('campaigns.cloneNamed', { name })}
        onClick={only(onClone)}
      >
        <Copy size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        disabled={isBusy || !isRemovable}
        data-hint={t(isRemovable ? 'ui.delete' : 'campaigns.removeLater')}
        aria-label={t('campaigns.removeNamed', { name })}
        onClick={only(onRemove)}
      >
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function HeadDeeds({ moves, isBusy, isRemovable, onMove, onClone, onRemove, children }: CampaignDeedsProps) {
  const t = useText();
  return (
    <>
      {moves.map((one, place) => {
        const Icon = icons[one];
        return (
          <Button
            key={one}
            variant={place === 0 ? 'filled' : 'default'}
            disabled={isBusy}
            leftSection={<Icon size={15} aria-hidden />}
            onClick={() => onMove(one)}
          >
            {t(`campaigns.move.${one}`)}
          </Button>
        );
      })}
      {children}
      <Button variant="default" leftSection={<Copy size={15} aria-hidden />} onClick={onClone}>
        {t('campaigns.clone')}
      </Button>
      <Button
        variant="default"
        disabled={isBusy || !isRemovable}
        data-hint={isRemovable ? undefined : t('campaigns.removeLater')}
        leftSection={<Trash2 size={15} aria-hidden />}
        onClick={onRemove}
      >
        {t('ui.delete')}
      </Button>
    </>
  );
}
