import { CircleCheck } from 'lucide-react';
import { useFormat, type Format } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import type { DatabaseFinding, DatabaseReport } from '../../contract.ts';
import type { FindingKind } from '../../core/judge-database.ts';
import { healthTones } from './health-tones.ts';

const bytes: ReadonlySet<FindingKind> = new Set(['bloat', 'keptLog', 'unusedIndex', 'invalidIndex']);
const seconds: ReadonlySet<FindingKind> = new Set(['longTransaction', 'replicaLag']);

function valueOf({ kind, value }: DatabaseFinding, format: Format): string {
  if (bytes.has(kind)) return format.bytes(value);
  return seconds.has(kind) ? format.span(value * 1_000) : format.number(value);
}

/** What is not as it should be, gravest first, each with what helps. */
export function DatabaseFindings({ health: { findings, connections } }: { health: DatabaseReport }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('database-health.findings')}>
      {findings.length === 0 ? (
        <p className="database-fine">
          <CircleCheck size={16} aria-hidden /> {t('database-health.fine')}
        </p>
      ) : (
        <ul className="database-findings">
          {findings.map((finding) => {
            const { kind, standing, about } = finding;
            const values = { about, value: valueOf(finding, format), most: format.number(connections.most) };
            return (
              <li key={`${kind} ${about}`}>
                <Badge tone={healthTones[standing]}>{t(`database-health.standing.${standing}`)}</Badge>
                <span>
                  {t(`database-health.finding.${kind}`, values)}
                  <small>{t(`database-health.todo.${kind}`, values)}</small>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
