import { useText } from '#platform/web/i18n.ts';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';

/** A key that was just made, and how to try it. */
export function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useText();
  const example = `curl -X POST '${window.location.origin}/cc/api/ccCdr/v1/page' \\\n  -H 'authorization: Bearer ${value}' \\\n  -H 'content-type: application/json' -d '{}'`;
  return (
    <ShownOnce
      title={t('tenant-api.shownTitle')}
      hint={t('tenant-api.shownHint')}
      value={value}
      copy={t('tenant-api.copy')}
      done={t('tenant-api.shownDone')}
      onClose={onClose}
    >
      <details>
        <summary>{t('tenant-api.tryIt')}</summary>
        <pre>{example}</pre>
      </details>
    </ShownOnce>
  );
}
