import { useText } from '#platform/web/i18n.ts';
import { overflowPath, type OverflowingGroup } from '../../core/overflow-path.ts';

/** Where callers go whom nobody answers, from group to group to the end. */
export function OverflowPicture({ group, groups }: { group: OverflowingGroup; groups: readonly OverflowingGroup[] }) {
  const t = useText();
  const path = overflowPath(group, groups);
  const whenOf = ({ maxWaitSec, maxWaiting, overflowWhenNobody }: OverflowingGroup): string[] => [
    ...(maxWaitSec === null ? [] : [t('agent-groups.when.waited', { seconds: maxWaitSec })]),
    ...(maxWaiting === null ? [] : [t('agent-groups.when.full', { count: maxWaiting })]),
    ...(overflowWhenNobody ? [t('agent-groups.when.nobody')] : []),
  ];
  return (
    <ol className="overflow-picture" aria-label={t('agent-groups.picture')}>
      {path.groups.map((one) => (
        <li key={one.id}>
          <b>{one.name || t('agent-groups.thisGroup')}</b>
          {whenOf(one).map((when) => (
            <small key={when}>{when}</small>
          ))}
        </li>
      ))}
      <li data-end={path.end}>
        <b>{t(path.end === 'waitForEver' ? 'agent-groups.waitForEver' : `agent-groups.overflow.${path.end}`)}</b>
      </li>
    </ol>
  );
}
