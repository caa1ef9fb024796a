import type { ServerFeature } from '#platform/server/feature.ts';
import { isDuplicate } from '#platform/server/db/db.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { businessHoursApi, CALENDARS_MOST, type CalendarFields } from '../contract.ts';
import { calendarsRepo } from './calendars.repo.ts';
import { hoursStep, layOutHours } from './founding.ts';

export { calendarRows } from './calendars.repo.ts';
export { closedNow, groupOpening, openNow } from './closed-now.ts';
export { calendarNames, followCalendar, numberCalendars } from './follow-calendar.ts';

const orTaken = (thrown: unknown): never => {
  throw isDuplicate(thrown, 'business_calendar_name') ? new Failure('nameTaken') : thrown;
};
const logged = ({ timeZone, weekly, holidays, closed, isDefault, groupIds, numberIds }: CalendarFields) => ({
  timeZone,
  weekly,
  holidays,
  closed,
  isDefault,
  groupIds,
  numberIds,
});

/** When somebody is there to answer. */
export const businessHours = ({ db }: Pick<World, 'db'>): ServerFeature => ({
  name: 'business-hours',
  menu: [
    {
      key: '/settings/hours',
      name: 'business-hours.menu',
      system: System.contactCentre,
      section: 'settings',
      order: 22,
      access: 'business-hours.view',
      icon: 'calendar-clock',
    },
  ],
  founding: [layOutHours],
  firstSteps: [hoursStep],
  routes: routes('business-hours', businessHoursApi, {
    list: (caller) => db.tenant(caller, (tx) => calendarsRepo(tx).all()),
    targets: (caller) => db.tenant(caller, (tx) => calendarsRepo(tx).targets()),
    add: (caller, fields) =>
      db.tenant(caller, async (tx) => {
        const repo = calendarsRepo(tx);
        if (!(await repo.know(fields))) throw new Failure('notFound');
        if ((await repo.all()).length >= CALENDARS_MOST)
          throw new Failure('invalidInput', `at most ${CALENDARS_MOST} calendars`);
        const id = await repo.add(fields).catch(orTaken);
        caller.operation.note(fields.name, { after: logged(fields) });
        return { id };
      }),
    update: (caller, { id, version, ...fields }) =>
      db.tenant(caller, async (tx) => {
        const repo = calendarsRepo(tx);
        const before = await repo.find(id);
        if (!before || !(await repo.know(fields))) throw new Failure('notFound');
        if (!(await repo.update(id, version, fields).catch(orTaken))) throw new Failure('conflict');
        caller.operation.note(fields.name, { before: logged(before), after: logged(fields) });
        return null;
      }),
    delete: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = calendarsRepo(tx);
        const before = await repo.find(id);
        if (!before || !(await repo.remove(id))) throw new Failure('notFound');
        caller.operation.note(before.name, { before: logged(before) });
        return null;
      }),
  }),
});
