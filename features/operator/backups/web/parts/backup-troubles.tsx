import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import type { BackupTrouble } from '#core/backup/backup-trouble.ts';

/** Those that are no danger yet. */
const mild: ReadonlySet<BackupTrouble> = new Set(['sameDisk', 'off', 'diskLow']);

/** What is wrong, gravest first, each with what helps. */
export function BackupTroubles({ troubles, most = Infinity }: { troubles: readonly BackupTrouble[]; most?: number }) {
  const t = useText();
  if (troubles.length === 0)
    return (
      <p className="backup-fine">
        <CircleCheck size={16} aria-hidden /> {t('backups.fine')}
      </p>
    );
  return (
    <ul className="backup-troubles">
      {troubles.slice(0, most).map((trouble) => (
        <li key={trouble} data-mild={mild.has(trouble) || undefined}>
          <TriangleAlert size={16} aria-hidden />
          <span>{t(`backups.trouble.${trouble}`)}</span>
        </li>
      ))}
    </ul>
  );
}
