import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { FileUp, Merge } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { CustomerView } from '../customer-query.ts';

interface CustomersTopProps {
  view: CustomerView;
  /** Those the reader may choose from. */
  views: readonly CustomerView[];
  /** The button that adds a customer. */
  add: ReactNode;
  /** As the address has it: empty for all. */
  onView: (view: string) => void;
}

/** Whose customers are listed, and how more come in. */
export function CustomersTop({ view, views, add, onView }: CustomersTopProps) {
  const t = useText();
  const can = useCan();
  return (
    <div className="customer-top">
      {views.length > 1 && (
        <SegmentedControl
          aria-label={t('customers.view')}
          value={view}
          data={views.map((value) => ({ value, label: t(`customers.view.${value}`) }))}
          onChange={(next) => onView(next === 'all' ? '' : next)}
        />
      )}
      {view !== 'deleted' && (
        <div className="page-actions">
          {can('customers.edit') && (
            <ActionIcon
              variant="default"
              size={34}
              component={Link}
              to="/customers/duplicates"
              aria-label={t('customers.duplicates.find')}
              data-hint={t('customers.duplicates.find')}
            >
              <Merge size={16} aria-hidden />
            </ActionIcon>
          )}
          {can('customer-files.import') && (
            <Button
              variant="default"
              component={Link}
              to="/customers/import"
              leftSection={<FileUp size={15} aria-hidden />}
            >
              {t('customers.import')}
            </Button>
          )}
          {add}
        </div>
      )}
    </div>
  );
}
