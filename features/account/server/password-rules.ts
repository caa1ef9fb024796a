import { Failure } from '#shared/errors.ts';

/** Of the passwords people choose most often, those long enough to pass the contract. */
const COMMON = new Set([
  '0123456789', '0987654321', '1029384756', '1122334455', '11223344556', '12345678910', '1234567890', '12345678900', '123456789a', '123456789q', '1234567891', '1234512345',
  '123123123123', '1q2w3e4r5t', '1q2w3e4r5t6y', '1qaz2wsx3edc', 'a123456789', 'aa123456789', 'abc123456789', 'abcd123456', 'abcdefghij', 'administrator', 'admin12345', 'admin123456', 'asdfghjkl123', 'asdfghjkl1',
  'baseball123', 'changeme123', 'contraseña', 'contrasena', 'contrasena123', 'contraseña123', 'default123', 'football123', 'iloveyou123', 'iloveyou12', 'indonesia123', 'letmein123', 'liverpool1', 'manchester',
  'mexico1234', 'openseat123', 'openseat1234', 'openseatopenseat', 'p@ssw0rd123', 'passw0rd123', 'password01', 'password10', 'password11', 'password12', 'password123', 'password1234', 'password12345', 'password123456', 'passwordpassword',
  'princess123', 'q1w2e3r4t5', 'q1w2e3r4t5y6', 'qazwsxedcrfv', 'qazwsx123456', 'qwer123456', 'qwerty12345', 'qwerty123456', 'qwerty1234', 'qwertyuiop', 'qwertyuiop123', 'qwertyuiop1', 'qwertyuiopasdf', 'rahasia123',
  'sayang1234', 'secret1234', 'starwars123', 'summer2024', 'summer2025', 'summer2026', 'sunshine123', 'superman123', 'test123456', 'testtest123', 'trustno1trustno1', 'welcome123', 'welcome1234', 'woaini1314', 'woaini1314520', 'woaini520520', 'zxcvbnm123', 'zxcvbnm1234',
]);
const SHORTEST_TELLING_PART = 4;

/** Throws `weakPassword` for what an attacker tries first: common ones, one character repeated, the own address. */
export function refuseWeak(password: string, email: string): void {
  const lower = password.toLowerCase();
  const local = email.split('@')[0]!.toLowerCase();
  const isWeak =
    COMMON.has(lower) ||
    new Set(lower).size < 4 ||
    lower.includes(email.toLowerCase()) ||
    (local.length >= SHORTEST_TELLING_PART && lower.includes(local));
  if (isWeak) throw new Failure('weakPassword');
}
