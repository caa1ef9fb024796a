import type { ReactNode } from 'react';
import './page.css';

/** A page's own area, with the product's margins. */
export const Page = ({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) => (
  <div className={narrow ? 'page page-narrow' : 'page'}>{children}</div>
);

/** A heading inside a page, where the shell's title is not enough. */
export const PageHeader = ({ title, hint, actions }: { title: ReactNode; hint?: ReactNode; actions?: ReactNode }) => (
  <header className="page-header">
    <div>
      <h2>{title}</h2>
      {hint && <p>{hint}</p>}
    </div>
    {actions && <div className="page-actions">{actions}</div>}
  </header>
);

/** Filters at the left, what one can do at the right; wraps on narrow windows. */
export const Toolbar = ({ children, actions }: { children?: ReactNode; actions?: ReactNode }) => (
  <div className="toolbar">
    <div className="toolbar-filters">{children}</div>
    {actions && <div className="page-actions">{actions}</div>}
  </div>
);

/** A framed part of a page. */
export const Card = ({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) => (
  <section className="card">
    {(title || actions) && (
      <header className="card-header">
        {title && <h2>{title}</h2>}
        {actions}
      </header>
    )}
    <div className="card-body">{children}</div>
  </section>
);
