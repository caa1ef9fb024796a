import { describe, expect, test } from 'vitest';
import { OWN } from './mail.fixture.ts';
import { newWordsOf } from './new-words.ts';
import { textOfHtml, wordsOf } from './html-text.ts';

describe('HTML becomes words', () => {
  test.each<[html: string, words: string]>([
    ['<p>Hello</p><p>there</p>', 'Hello\n\nthere'],
    ['<div>One</div><div>Two<br>Three</div>', 'One\nTwo\nThree'],
    ['<div>One</div><div><br></div><div>Two</div>', 'One\n\nTwo'],
    ['a&nbsp;&amp;&#32;b &#x4f60;&#22909; caf&eacute; &unknown; &#xD800;', 'a & b 你好 café &unknown;'],
    ['3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
    ['<style>p { color: red }</style><script>alert("<p>")</script>Hi<!-- <b>no</b> -->', 'Hi'],
    ['<head><title>No</title></head><body>Yes</body>', 'Yes'],
    ['<div style="display:none">preview <div>line</div></div><b>Sale</b>', 'Sale'],
    ['<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
    ['See <a href="https://a.example/x">our page</a>', 'See our page (https://a.example/x)'],
    ['<a href="https://a.example/">https://a.example</a>', 'https://a.example'],
    ['<a href="javascript:alert(1)">here</a>', 'here'],
    ['<table><tr><td>A</td><td>B</td></tr><tr><td>C</td></tr></table>', 'A B\nC'],
    ['<pre>a\n  b</pre>', 'a\n  b'],
    ['Tuesday.<blockquote>Which day?<blockquote>First</blockquote></blockquote>', 'Tuesday.\n> Which day?\n> > First'],
    ['<img alt="🙂" src="x">', '🙂'],
    ['broken <b', 'broken <b'],
    ['<p>one\n   two</p>', 'one two'],
  ])('%j', (html, words) => {
    expect(textOfHtml(html)).toBe(words);
  });

  test('a mail of endless signs is read in a short while', () => {
    const beganMs = performance.now();
    for (const piece of ['<', '<a href="', '&', '<!--', '<div style="', '<blockquote>', '<td>', 'x<b>'])
      textOfHtml(piece.repeat(300_000 / piece.length));
    // By the square it would be minutes, on any machine.
    expect(performance.now() - beganMs).toBeLessThan(15_000);
  });
});

describe('the words of a mail', () => {
  test('are those of the plain part where it says something, else of the HTML', () => {
    expect(wordsOf('Hola', '<p>Otro</p>')).toBe('Hola');
    expect(wordsOf(' \n ', '<p>Hola</p>')).toBe('Hola');
    expect(wordsOf('🙂', '<p>x</p>')).toBe('🙂');
    expect(wordsOf('—', '')).toBe('—');
  });
  test('zero bytes, halves of letters and line ends of others do no harm', () => {
    expect(wordsOf('a\u0000b\r\nc\ud800d\ufeff', '')).toBe('ab\nc\ufffdd');
  });
  test('what was written before is cut from HTML by the same rule', () => {
    const words = wordsOf(
      '',
      '<div>Tuesday</div><div class="gmail_quote">On 15 Nov 2026, Aurora wrote:<blockquote>Which day?</blockquote></div>',
    );
    expect(newWordsOf(words, { own: OWN, isForward: false })).toEqual({ text: 'Tuesday', isCut: true });
  });
});
