import { describe, expect, test } from 'vitest';
import { textOfHtml } from './html-text.ts';

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

  test('a mail of a million signs is read in a short while', () => {
    const started = performance.now();
    for (const piece of ['<', '<a href="', '&', '<!--', '<div style="', '<blockquote>', '<td>', 'x<b>']) textOfHtml(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
