import { useLanguage } from '#platform/web/i18n.ts';
import { Flag } from '../flag.tsx';
import type { Who } from './who.ts';

/** Whom the call is with: name, number, country and the group that was called. */
export function CallWho({ who: { title, number, iso2, groupName } }: { who: Who }) {
  const language = useLanguage();
  const isCountry = /^[A-Z]{2}$/i.test(iso2);
  const country = isCountry ? (new Intl.DisplayNames(language, { type: 'region' }).of(iso2.toUpperCase()) ?? iso2) : '';
  return (
    <div className="call-who">
      <b>{title}</b>
      <span className="call-number">
        <Flag iso2={iso2} />
        {title !== number && <span className="figures">{number}</span>}
        {country && <span>{country}</span>}
      </span>
      {groupName && <span className="call-group">{groupName}</span>}
    </div>
  );
}
