/** Every spelling of a capability's name: `call-labels`, callLabels, CallLabels, call_labels, "call labels", "Call labels". */
export function namesOf(name) {
  const camel = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const words = name.replaceAll('-', ' ');
  return { name, camel, Title: first(camel), table: name.replaceAll('-', '_'), words, label: first(words) };
}

const first = (text) => text[0].toUpperCase() + text.slice(1);

/** Why a name cannot be used; null when it can. */
export function nameProblem(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return 'Say a name in kebab-case: npm run new-feature call-labels';
  if (isReserved(namesOf(name).camel)) return `${name} is a word of the language; choose another name.`;
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
