/** An address as people see it who may not know it: the first letter and the ending stay. `ana@mail.example` is `a***@***.example`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 1) return address === '' ? '' : '***';
  const ending = address.slice(address.lastIndexOf('.'));
  return `${address.slice(0, 1)}***@***${ending.startsWith('.') && address.lastIndexOf('.') > at ? ending : ''}`;
}
