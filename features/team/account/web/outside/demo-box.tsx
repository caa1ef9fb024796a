import { useEffect, useState } from 'react';
import { bare, call, type DataOf } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import type { demoInboxApi } from '#features/team/demo-inbox/contract.ts';
import { DemoMessages } from '#features/team/demo-inbox/web/index.ts';

const people = bare<(typeof demoInboxApi)['people']>('GET', '/admin/saas_plat/demo/people', true);
type DemoPerson = DataOf<typeof people>[number];

/** In the demo, where alone it is drawn: who can be tried, where somebody can be chosen, and the messages it would have sent. */
export function DemoBox({ onChoose }: { onChoose?: (person: DemoPerson) => void }) {
  const t = useText();
  const [found, setFound] = useState<DemoPerson[]>([]);
  useEffect(() => {
    // From another machine the answer is a refusal: nothing to show.
    void call(people, {}).then(setFound, () => {});
  }, []);
  if (found.length === 0) return null;
  return (
    <section className="out-demo">
      {onChoose && (
        <>
          <h2>{t('account.outside.demo')}</h2>
          <ul>
            {found.map((person) => (
              <li key={person.email}>
                <button type="button" onClick={() => onChoose(person)}>
                  <b>{person.name}</b>
                  <small>
                    {person.tenantName} · {person.roleName}
                  </small>
                  {person.answersCalls && <small>{t('account.outside.demoAnswers')}</small>}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <DemoMessages />
    </section>
  );
}
