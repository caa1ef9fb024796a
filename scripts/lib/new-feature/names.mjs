/** Every spelling of a capability's name: `call-labels`, callLabels, CallLabels, call_labels, "call labels", "Call labels". */
export function namesOf(place) {
  const [area, name] = place.split('/');
  const camel = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const words = name.replaceAll('-', ' ');
  return { area, name, camel, Title: first(camel), table: name.replaceAll('-', '_'), words, label: first(words) };
}

const first = (text) => text[0].toUpperCase() + text.slice(1);

/** Why a place cannot be used; null when it can. */
export function nameProblem(place) {
  if (!/^[a-z]+\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(place))
    return 'Say an area and a name in kebab-case: npm run new-feature voice/call-labels';
  const { name, camel } = namesOf(place);
  if (isReserved(camel)) return `${name} is a word of the language; choose another name.`;
  return null;
}

function isReserved(word) {
  try {
    // The language itself knows best.
    return typeof new Function(`'use strict'; const ${word} = 0;`) !== 'function';
  } catch {
    return true;
  }
}
