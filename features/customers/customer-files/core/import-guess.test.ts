import { expect, test } from 'vitest';
import { fieldOfTitle, fieldOfValues, guessColumns, headRow } from './import-guess.ts';
import { takesSeveral } from './import-fields.ts';

test.each([
  ['Name', 'full_name'],
  ['Full name', 'full_name'],
  ['NOMBRE COMPLETO', 'full_name'],
  ['客户姓名', 'full_name'],
  ['Nama lengkap', 'full_name'],
  ['Phone 2', 'phone'],
  ['Teléfono (casa)', 'phone'],
  ['手机号', 'phone'],
  ['No. HP', 'phone'],
  ['Mobile phone', 'phone'],
  ['E-mail', 'email'],
  ['Correo electrónico', 'email'],
  ['邮箱', 'email'],
  ['Surel', 'email'],
  ['Etiquetas', 'tags'],
  ['Zona horaria', 'time_zone'],
  ['Apellido', 'last_name'],
  ['Nombre de pila', 'first_name'],
  ['Penanggung jawab', 'owner'],
  ['备注', 'note'],
  ['Contract', 'custom:7'],
  ['contract ', 'custom:7'],
  ['Shoe size', null],
  ['', null],
])('[CDP-02] a column called %s is %s', (title, field) => {
  expect(fieldOfTitle(title, [{ field: 'custom:7', name: 'Contract' }])).toBe(field);
});

test('[CDP-02] numbers and addresses are known by themselves, days and names are not taken for them', () => {
  expect(fieldOfValues(['+52 55 1234 5678', '(55) 8765-4321', ''], 'MX')).toBe('phone');
  expect(fieldOfValues(['ana@mail.example', 'li@mail.example'], '')).toBe('email');
  expect(fieldOfValues(['2026-11-15', '2026-11-16'], '')).toBeNull();
  expect(fieldOfValues(['Ana', 'Li'], '')).toBeNull();
});

test('[CDP-02] titles are found below the filters of our own files; a file that begins with data has none', () => {
  expect(
    headRow(
      [
        ['Time zone', 'UTC'],
        ['Filter', 'VIP'],
        ['Name', 'Phone', 'E-mail'],
        ['Ana', '525512345678', ''],
      ],
      [],
    ),
  ).toBe(2);
  expect(
    headRow(
      [
        ['a', 'b'],
        ['x', 'y'],
      ],
      [],
    ),
  ).toBe(0);
  expect(
    headRow(
      [
        ['Ana', '+525512345678'],
        ['Li', '+525587654321'],
      ],
      [],
    ),
  ).toBe(-1);
});

test('[CDP-02] every column gets a guess and samples, a field of one column only once', () => {
  expect(
    guessColumns(
      ['Name', 'Customer', 'Tel', 'Mobile', 'x'],
      [
        ['Ana', 'A', '5512345678', '', ''],
        ['Li', '', '', '5587654321', '1'],
      ],
      { named: [], country: 'MX', takesSeveral },
    ),
  ).toEqual([
    { column: 0, title: 'Name', guess: 'full_name', samples: ['Ana', 'Li'] },
    { column: 1, title: 'Customer', guess: null, samples: ['A'] },
    { column: 2, title: 'Tel', guess: 'phone', samples: ['5512345678'] },
    { column: 3, title: 'Mobile', guess: 'phone', samples: ['5587654321'] },
    { column: 4, title: 'x', guess: null, samples: ['1'] },
  ]);
});
