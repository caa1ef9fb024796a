import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';

const paging = `curl -X POST "$OPENSEAT/cc/api/ccCdr/v1/page" \\
  -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' \\
  -d '{"startDate":"2026-11-01","page":1,"size":200}'`;

const check = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the bytes as they came, before any parsing
export function isOurs(headers, body, secret) {
  const timestamp = headers['x-openseat-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const wanted = Buffer.from('v1=' + createHmac('sha256', secret).update(timestamp + '.' + body).digest('hex'));
  return headers['x-openseat-signature'].split(',').some((given) =>
    given.length === wanted.length && timingSafeEqual(Buffer.from(given), wanted));
}`;

const event = `{
  "id": "evt_5f0c…",
  "type": "call.ended",
  "createdAt": "2026-11-15 09:00:00",
  "tenant": { "id": 1, "name": "Aurora Travel" },
  "data": { "call": { "callId": "…", "direction": "inbound", "number": "525512345678", … } }
}`;

const parts = [
  { id: 'keys', code: null },
  { id: 'answers', code: null },
  { id: 'paging', code: paging },
  { id: 'limits', code: null },
  { id: 'webhooks', code: event },
  { id: 'signature', code: check },
] as const;

/** What somebody who writes a program must know before the list of calls. */
export function PublicGuide() {
  const t = useText();
  const { hash } = useLocation();
  useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView?.({ block: 'start' }), [hash]);
  return (
    <div className="api-guide">
      {parts.map(({ id, code }) => (
        <section key={id} id={id} aria-labelledby={`guide-${id}`}>
          <h2 id={`guide-${id}`}>{t(`api-docs.guide.${id}`)}</h2>
          <p>{t(`api-docs.guide.${id}Text`)}</p>
          {code && (
            <div className="api-example">
              <pre>{code}</pre>
              <CopyButton value={code} label={t('api-docs.copyExample')} />
            </div>
          )}
        </section>
      ))}
    </div>
  );
}
