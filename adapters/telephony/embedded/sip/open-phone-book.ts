import { CALL_GRACE_MS, REGISTRATION_GRACE_MS } from './sip-constants.ts';
import type { EdgePhone } from './phone.ts';
import type { PhoneBook } from './phone-book.ts';

export function openPhoneBook(changed: (account: string, contacts: number) => void): PhoneBook {
  const byAccount = new Map<string, Set<EdgePhone>>();
  const phonesOf = (account: string): EdgePhone[] => [...(byAccount.get(account) ?? [])];
  const contactsOf = (account: string) =>
    phonesOf(account).flatMap((phone) => [...phone.bindings].map((binding) => ({ phone, binding })));

  function added(phone: EdgePhone): Set<EdgePhone> {
    const phones = byAccount.get(phone.account) ?? new Set();
    byAccount.set(phone.account, phones.add(phone));
    return phones;
  }

  const book: PhoneBook = {
    contacts: contactsOf,
    phones: phonesOf,
    known: (account, names) => phonesOf(account).find((phone) => names.some((name) => phone.names.has(name))),

    add: (phone) => void added(phone),

    bind(phone, binding) {
      const before = contactsOf(phone.account).length;
      const phones = added(phone);
      for (const other of phones) {
        for (const old of other.bindings)
          if (old.uri === binding.uri || (old.instance && old.instance === binding.instance))
            other.bindings.delete(old);
      }
      phone.bindings.add(binding);
      for (const name of [binding.uri, ...(binding.instance ? [binding.instance] : [])]) phone.knowAs(name);
      for (const other of phones) book.tidy(other);
      const after = contactsOf(phone.account).length;
      if (after !== before) changed(phone.account, after);
    },

    unbind(phone, bindings) {
      const gone = bindings.filter((binding) => phone.bindings.delete(binding));
      if (gone.length) changed(phone.account, contactsOf(phone.account).length);
      book.tidy(phone);
    },

    sweep(nowMs) {
      for (const phone of book.all()) {
        const isAway = phone.gone !== null && nowMs >= phone.gone.seenAtMs + REGISTRATION_GRACE_MS;
        const expired = [...phone.bindings].filter((binding) => isAway || nowMs >= binding.expiresAtMs);
        if (expired.length) book.unbind(phone, expired);
        if (phone.gone && nowMs >= phone.gone.atMs + CALL_GRACE_MS) book.remove(phone);
      }
    },

    tidy(phone) {
      if (!phone.socket && !phone.bindings.size && !phone.calls.size) book.remove(phone);
    },

    remove(phone) {
      const had = phone.bindings.size;
      const phones = byAccount.get(phone.account);
      phones?.delete(phone);
      if (phones?.size === 0) byAccount.delete(phone.account);
      phone.dispose();
      if (had) changed(phone.account, contactsOf(phone.account).length);
    },

    *all() {
      for (const phones of byAccount.values()) yield* phones;
    },
  };
  return book;
}
