import { Button } from '@mantine/core';
import { CloudOff, Inbox, RotateCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { failureText } from '../failure-handler.ts';
import { useText } from '../i18n.ts';
import { useFailureTexts } from '../use-failure-texts.ts';
import { Skeleton } from './skeleton.tsx';
import './states.css';

interface StateProps {
  title: string;
  /** What to do about it. */
  hint?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

function State({ title, hint, icon, action, urgent = false }: StateProps & { urgent?: boolean }) {
  const inside = (
    <>
      <span className="state-icon" aria-hidden>
        {icon}
      </span>
      <span className="state-title">{title}</span>
      {hint && <span className="state-hint">{hint}</span>}
      {action && <span className="state-action">{action}</span>}
    </>
  );
  return urgent ? (
    <div className="state" role="alert">
      {inside}
    </div>
  ) : (
    <output className="state">{inside}</output>
  );
}

/** Nothing to show, and what to do so that there is. */
export const EmptyState = ({ icon = <Inbox size={22} />, ...rest }: StateProps) => <State icon={icon} {...rest} />;

/** It could not be loaded: why, and a way to try again. */
export function ErrorState({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  const t = useText();
  useFailureTexts();
  const action = onRetry && (
    <Button variant="default" leftSection={<RotateCw size={15} aria-hidden />} onClick={onRetry}>
      {t('ui.retry')}
    </Button>
  );
  return (
    <State
      icon={<CloudOff size={22} />}
      title={title ?? t('ui.error.title')}
      hint={failureText(error)}
      action={action}
      urgent
    />
  );
}

/** The same where a part of a page could not be loaded, and the rest is there. */
export function ErrorLine({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  useFailureTexts();
  return (
    <div className="failed-part" role="alert">
      <CloudOff size={16} aria-hidden />
      <span>{failureText(error)}</span>
      <Button size="xs" variant="default" leftSection={<RotateCw size={13} aria-hidden />} onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}

/** The shape of text that is on its way. */
export function LoadingLines({ lines = 3 }: { lines?: number }) {
  const t = useText();
  return (
    <output className="loading-lines waiting-shapes" aria-label={t('ui.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={12} width={`${88 - ((line * 23) % 45)}%`} />
      ))}
    </output>
  );
}

/** The shape of a page that is on its way. */
export function LoadingPage() {
  const t = useText();
  return (
    <output className="loading-page waiting-shapes" aria-label={t('ui.loading')}>
      <Skeleton height={34} width={260} />
      <Skeleton height={320} />
    </output>
  );
}

function Broken() {
  const t = useText();
  return (
    <State
      icon={<CloudOff size={22} />}
      title={t('ui.broken.title')}
      hint={t('ui.broken.hint')}
      action={<Button onClick={() => window.location.reload()}>{t('ui.broken.reload')}</Button>}
      urgent
    />
  );
}

/** Keeps a page's bug, or a file that a new release took away, from taking the shell down. Give it the path as `key`. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override componentDidCatch(error: unknown): void {
    reportError(error);
  }
  override render(): ReactNode {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}
