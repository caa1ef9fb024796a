import { countryName, isCountry } from '#platform/web/country.ts';
import { useLanguage } from '#platform/web/i18n.ts';
import { Flag } from '#platform/web/ui/flag.tsx';
import type { ShownPeer } from './who.ts';

/** Whom the call is with: name, number, country and the group that was called. */
export function CallWho({ who: { title, number, iso2, groupName } }: { who: ShownPeer }) {
  const language = useLanguage();
  return (
    <div className="call-who">
      <b>{title}</b>
      <span className="call-number">
        <Flag iso2={iso2} />
        {title !== number && <span className="figures">{number}</span>}
        {isCountry(iso2) && <span>{countryName(iso2, language)}</span>}
      </span>
      {groupName && <span className="call-group">{groupName}</span>}
    </div>
  );
}
