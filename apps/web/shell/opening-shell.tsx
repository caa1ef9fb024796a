import { Skeleton } from '#platform/web/ui/skeleton.tsx';

/** The shape of the shell while it learns who is signed in; it has no words, since the language is not known yet. */
export const OpeningShell = () => (
  <div className="shell" aria-busy="true">
    <div className="thread" />
    <div className="rail rail-standing" />
    <header className="top" />
    <div className="main">
      <div className="waiting-shapes" style={{ display: 'grid', gap: 16, padding: '20px 24px' }}>
        <Skeleton height={34} width={260} />
        <Skeleton height={280} />
      </div>
    </div>
  </div>
);
