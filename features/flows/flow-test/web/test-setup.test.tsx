import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { TestCallDirection } from '#shared/codes/test-call-direction.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { showTest, someSettings } from './fake-test.fixture.tsx';
import { asBefore } from './shown-test.fixture.tsx';

afterEach(asBefore);

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const give = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const variable = (attrKey: string, name: string, valueType: VariableType, valueFormat = 0) => ({
  attrKey,
  name,
  valueType,
  valueFormat,
  choices: [],
});

/** The form of a flow with these values, open. */
async function aForm(variables: ReturnType<typeof variable>[]) {
  const tool = await showTest({ settings: { ...someSettings, variables } });
  tool.tab('Text test');
  tool.click(/^Who calls, and/);
  return tool;
}

describe('what a test begins with', () => {
  test('[FLOW-04] offers the values of the flow by their type and sends those that were given', async () => {
    const tool = await aForm([
      variable('guest', 'Guest', VariableType.text),
      variable('day', 'Day', VariableType.date),
      variable('at', 'At', VariableType.time, 1),
      variable('until', 'Until', VariableType.time, 2),
      variable('moment', 'Moment', VariableType.date, 1),
    ]);
    expect([input('Day').type, input('At').type]).toEqual(['date', 'time']);
    expect([screen.getAllByText('12-hour clock').length, screen.getAllByText('24-hour clock').length]).toEqual([1, 1]);
    give('Guest', 'Lena');
    give('Calling number', '+52 55-1234 5678');
    // As the flow writes it: by the clock of its format, and a moment with its seconds.
    for (const name of ['At', 'Until']) give(name, '14:30');
    expect([screen.getAllByText('2:30 PM').length, screen.getAllByText('14:30').length]).toEqual([1, 1]);
    give('Moment', '2026-11-16');
    give('Moment: time', '09:05');
    expect(screen.getByText('2026-11-16 09:05:00')).toBeTruthy();
    tool.click('Start');
    const params = [
      { key: 'guest', value: 'Lena' },
      { key: 'at', value: '2:30 PM' },
      { key: 'until', value: '14:30' },
      { key: 'moment', value: '2026-11-16 09:05:00' },
    ];
    await waitFor(() =>
      expect(tool.starts()).toMatchObject([
        { autoFlowID: 8, caller: '+525512345678', callee: '', params, callDirection: TestCallDirection.text },
      ]),
    );
  });

  test.each([0, 1, 2, 3, 4])(
    '[FLOW-04] every value of type 6 is a date with a time, also by format %i; whoever leaves the time out is not stopped',
    async (format) => {
      const tool = await aForm([
        variable('day', 'Day', VariableType.date, format),
        variable('later', 'Later', VariableType.date, format),
        variable('never', 'Never', VariableType.date, format),
      ]);
      expect([input('Day').type, input('Day: time').type]).toEqual(['date', 'time']);
      give('Day', '2026-11-16');
      give('Later', '2026-11-17');
      give('Later: time', '16:45');
      give('Never: time', '16:45');
      tool.click('Start');
      await waitFor(() =>
        expect(tool.starts()).toMatchObject([
          {
            params: [
              { key: 'day', value: '2026-11-16 00:00:00' },
              { key: 'later', value: '2026-11-17 16:45:00' },
            ],
          },
        ]),
      );
    },
  );
});
