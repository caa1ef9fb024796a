import { useAddressQuery } from './navigation.tsx';

/** Of these names what the address says, and a way to change it; what is left out stays, what is empty goes. */
export function useAddress<Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (change: Partial<Record<Name, string>>) => void] {
  const [params, setParams] = useAddressQuery();
  const address = Object.fromEntries(
    names.map((name) => [name, params.get(name) ?? '']).filter(([, value]) => value),
  ) as Partial<Record<Name, string>>;
  const change = (wish: Partial<Record<Name, string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries<string | undefined>(wish)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return [address, change];
}
