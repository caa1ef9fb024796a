/** What is dear to make and may never be asked for, such as a formatter: made when it is first asked for, and kept. */
export function madeOnce<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** The same for each key. */
export function madeOncePer<Key, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>();
  return (key) => {
    let value = kept.get(key);
    if (value === undefined) kept.set(key, (value = make(key)));
    return value;
  };
}
