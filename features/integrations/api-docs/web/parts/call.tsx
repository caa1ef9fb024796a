import { useState } from 'react';
import type { Tone } from '#shared/codes.ts';
import type { ApiCall } from '../../core/api-calls.ts';
import { curlOf } from '../../core/curl.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Inputs } from './inputs.tsx';

const tones: Record<string, Tone> = { GET: 'blue', POST: 'green', PUT: 'warning', DELETE: 'red' };

/** One call: a line, and its details once it is opened. */
export function ApiCallEntry({ call, open }: { call: ApiCall; open: boolean }) {
  const [isOpen, setOpen] = useState(open);
  const { id, method, path, summary } = call;
  return (
    <details className="api-call" id={id} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="api-method">
          <Badge tone={tones[method]}>{method}</Badge>
        </span>
        <code>{path}</code>
        <span lang="en">{summary}</span>
      </summary>
      {isOpen && <Details call={call} />}
    </details>
  );
}

function Details({ call }: { call: ApiCall }) {
  const t = useText();
  const example = curlOf(call, window.location.origin);
  const address = `${window.location.origin}${window.location.pathname}${window.location.search}#${call.id}`;
  return (
    <div className="api-details">
      <dl>
        <div>
          <dt>{t('api-docs.access')}</dt>
          <dd>
            {call.access === 'public' || call.access === 'signedIn' ? (
              t(`api-docs.access.${call.access}`)
            ) : (
              <code>{call.access}</code>
            )}
          </dd>
        </div>
        {call.scope && (
          <div>
            <dt>{t('api-docs.scope')}</dt>
            <dd>
              <code>{call.scope}</code>
            </dd>
          </div>
        )}
        {call.alsoAt.length > 0 && (
          <div>
            <dt>{t('api-docs.alsoAt')}</dt>
            <dd>
              {call.alsoAt.map((path) => (
                <code key={path}>{path}</code>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('api-docs.link')}</dt>
          <dd>
            <a href={`#${call.id}`}>#{call.id}</a>
            <CopyButton value={address} label={t('api-docs.copyLink')} />
          </dd>
        </div>
      </dl>
      <h3>{t('api-docs.inputs')}</h3>
      {call.inputs.length > 0 ? <Inputs inputs={call.inputs} /> : <p>{t('api-docs.noInputs')}</p>}
      <h3>{t('api-docs.answer')}</h3>
      {call.answer === null ? (
        <p>{t('api-docs.answerFile')}</p>
      ) : (
        <details className="api-answer">
          <summary>{t('api-docs.answerShape')}</summary>
          <pre>{`{ code: 0, msg: "", data: ${call.answer} }`}</pre>
        </details>
      )}
      <h3>{t('api-docs.example')}</h3>
      <div className="api-example">
        <pre>{example}</pre>
        <CopyButton value={example} label={t('api-docs.copyExample')} />
      </div>
    </div>
  );
}
