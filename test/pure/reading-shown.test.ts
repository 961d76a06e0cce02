import { expect, test } from 'vitest'
import { readPage } from '../../server/features/knowledge/reading/page.ts'

const read = (html: string) => {
  const body = `<h1>Help</h1><p>We mend bicycles of all kinds, and lend them to guests.</p>${html}`
  const { markdown } = readPage(`<html><body>${body}</body></html>`, 'https://shop.example/help')
  return markdown.split('\n\n').slice(2).join('\n\n')
}
const answered = '### Do you repair tandems?\n\nYes, in five days.'
const [question, answer] = ['Do you repair tandems?', '<p>Yes, in five days.</p>']

test.each([
  [`<button aria-expanded="false">${question}</button><div hidden>${answer}</div>`, answered],
  [`<button aria-expanded="false">${question}</button><div aria-hidden="true">${answer}</div>`, answered],
  [`<button>${question}</button><div aria-hidden="true">${answer}</div>`, answered],
  [`<button aria-expanded="true">${question}</button><div>${answer}</div>`, answered],
  [`<div role="button" tabindex="0">${question}</div><section style="display: none">${answer}</section>`, answered],
  [`<a href="#" aria-expanded="false">${question}</a><div style="display:none">${answer}</div>`, answered],
  [
    `<div><div><button aria-expanded="false"><span>${question}</span></button></div><div hidden>${answer}</div></div>`,
    answered,
  ],
  [`<button aria-expanded="false">${question}</button><div><div hidden>${answer}</div></div>`, answered],
  [`<button aria-expanded="false" aria-controls="a">${question}</button><div id="a" hidden>${answer}</div>`, answered],
  [`<h3><button aria-expanded="false">${question}</button></h3><div hidden>${answer}</div>`, answered],
  [`<h3>${question}</h3><div style="display:none">${answer}</div>`, answered],
  [`<dl><dt>What is it?</dt><dd style="display: none;">A lamp.</dd></dl>`, '**What is it?:** A lamp.'],
  [
    `<dl><dt><button aria-expanded="false">What is it?</button></dt><dd hidden>A lamp.</dd></dl>`,
    '**What is it?:** A lamp.',
  ],
])('a closed accordion is learned with its question: %s', (html, text) => expect(read(html)).toBe(text))

test.each([
  [
    'a line of text',
    `<button aria-expanded="false">${question}</button><span hidden>Yes, in five days.</span>`,
    '### Do you repair tandems?\n\nYes, in five days.',
  ],
  [
    'a sign beside the question',
    `<div><div><span>${question}</span><button aria-expanded="false">+</button></div><div hidden>${answer}</div></div>`,
    answered,
  ],
  [
    'an icon beside the question',
    `<div><div><h3>${question}</h3><button aria-expanded="false" aria-label="Open"><svg></svg></button></div><div hidden>${answer}</div></div>`,
    answered,
  ],
  [
    'Webflow',
    `<div class="w-dropdown"><div class="w-dropdown-toggle" role="button" aria-haspopup="menu" aria-expanded="false" aria-controls="w-list"><div>${question}</div><div class="w-icon-dropdown-toggle" aria-hidden="true"></div></div><nav class="w-dropdown-list" id="w-list">${answer}</nav></div>`,
    answered,
  ],
  [
    'Squarespace',
    `<h4><button aria-expanded="false">${question}</button></h4><div class="accordion-item__dropdown" role="region" style="display:none"><div>${answer}</div></div>`,
    '#### Do you repair tandems?\n\nYes, in five days.',
  ],
  [
    'Yoast for WordPress',
    `<div><strong class="schema-faq-question">${question}</strong> <p class="schema-faq-answer" style="display:none">Yes, in five days.</p></div>`,
    '**Do you repair tandems?**\n\nYes, in five days.',
  ],
  [
    'WPBakery for WordPress',
    `<div class="vc_tta-container" data-vc-action="collapse"><div class="vc_tta-panels"><div class="vc_tta-panel" id="17" data-vc-content=".vc_tta-panel-body"><div class="vc_tta-panel-heading"><h4 class="vc_tta-panel-title"><a href="#17" data-vc-accordion data-vc-container=".vc_tta-container"><span class="vc_tta-title-text">Repairs</span></a></h4></div><div class="vc_tta-panel-body" style="display:none"><div class="wpb_wrapper"><p>Is accordion</p></div></div></div></div></div>`,
    '#### Repairs\n\nIs accordion',
  ],
  [
    'Shopify',
    `<button class="collapsible-trigger" aria-controls="Faq-1">${question}</button><div id="Faq-1" class="collapsible-content">${answer}</div>`,
    answered,
  ],
  [
    'Bootstrap 3',
    `<div class="panel-heading"><a data-toggle="collapse" href="#c1">${question}</a></div><div id="c1" class="collapse" hidden>${answer}</div>`,
    answered,
  ],
  [
    'Foundation',
    `<ul class="accordion"><li class="accordion-item"><a href="#" class="accordion-title">${question}</a><div class="accordion-content" hidden>${answer}</div></li></ul>`,
    '-   ### Do you repair tandems?\n    \n    Yes, in five days.',
  ],
  [
    'Radix',
    `<div data-state="closed"><div data-state="closed">Repairs of tandems</div><div data-state="closed" hidden>${answer}</div></div>`,
    '### Repairs of tandems\n\nYes, in five days.',
  ],
  [
    'a page by hand, with names',
    `<div class="faq"><div class="title">Repairs of tandems</div><div class="text" style="display:none">${answer}</div></div>`,
    '### Repairs of tandems\n\nYes, in five days.',
  ],
  ['a page by hand, without names', `<a href="#">${question}</a><div style="display:none">${answer}</div>`, answered],
  [
    'a box that is ticked',
    `<div><input type="checkbox" id="c"><label for="c">${question}</label><div hidden>${answer}</div></div>`,
    answered,
  ],
])('a closed accordion of %s is learned with its question', (_, html, text) => expect(read(html)).toBe(text))

test('thousands of buttons on one line or in one list are read in a few seconds', () => {
  const begin = performance.now()
  read('<button aria-expanded="false">+</button>'.repeat(8000))
  read(`<button aria-expanded="false">${question}</button><div hidden>${answer}</div>`.repeat(4000))
  expect(performance.now() - begin).toBeLessThan(15_000)
})

test.each([
  '<button aria-expanded="false">Cookies</button><div class="cookie-banner" hidden><p>We use many cookies.</p></div>',
  '<button>See the offer</button><div class="popup" hidden><p>Ten per cent off today.</p></div>',
  '<button aria-haspopup="dialog" aria-expanded="false">Offer</button><div hidden><p>Ten per cent off today.</p></div>',
  '<button>Offer</button><div role="dialog" hidden><p>Ten per cent off today.</p></div>',
  '<button>Send</button><div class="success" hidden><p>Thank you for your message.</p></div>',
  '<button aria-expanded="false">Menu</button><div hidden><a href="/a">All tents</a><a href="/b">All lamps</a></div>',
  '<button>Buy now</button><span hidden>It was £80.00 before</span>',
  '<h3>Jacket</h3><div class="old-price" style="display:none">It was £80.00 before</div>',
  '<h3>Jacket</h3><div hidden>It was £80.00 before</div>',
  '<div hidden><p>A draft of the next page.</p></div>',
  '<a href="#promo" data-toggle="modal"></a><div id="promo" class="modal" hidden><p>Ten per cent off today.</p></div>',
  '<button aria-controls="cart">Cart</button><div id="cart" class="cart-drawer" hidden><p>Your cart is empty</p></div>',
  '<button aria-controls="m">Menu</button><div id="m" hidden><a href="/a">All tents</a><a href="/b">All lamps</a></div>',
  '<button>Buy now</button><div hidden>It was £80.00 before</div>',
  '<form><label for="mail"></label><div hidden>Enter a valid address</div></form>',
  '<div class="cookie-settings"><button aria-expanded="false">Details</button><div hidden><p>Of Google</p></div></div>',
  '<div class="cmp-consent" hidden><h2>Your privacy?</h2><div hidden>We count our visitors.</div></div>',
])('what is hidden for another reason is not learned: %s', (html) =>
  expect(read(html).replace(/^### Jacket$/, '')).toBe(''),
)

test.each([
  ['To cancel, press <button>Cancel order</button> in your account.', 'To cancel, press Cancel order in your account.'],
  ['To cancel, press <button>Cancel order</button>.', 'To cancel, press Cancel order.'],
  ['To cancel, press <b><button>Cancel order</button></b>', 'To cancel, press **Cancel order**'],
  ['<span role="button">Cancel order</span> ends your order.', 'Cancel order ends your order.'],
  ['Press <input type="submit" value="Cancel order"> to cancel.', 'Press Cancel order to cancel.'],
  ['Press <button>Cancel</button> or <button>Change</button> there.', 'Press Cancel or Change there.'],
])('the words of a button stay in a sentence: %s', (html, text) => expect(read(`<p>${html}</p>`)).toBe(text))

test.each([
  ['<p>Floor pump, £12.99</p><button>Buy</button>', 'Floor pump, £12.99'],
  ['<p>Floor pump, £12.99 <button>Buy</button></p>', 'Floor pump, £12.99'],
  ['<p><button>Buy</button> <button>Save for later</button></p>', ''],
  ['<p><button>−</button> 1 <button>+</button> piece</p>', '1 piece'],
])('other buttons are removed: %s', (html, text) => expect(read(html)).toBe(text))

const code = '563f383039162539392678332e373b263a33'
test.each([
  `<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${code}">[email&#160;protected]</a>`,
  `<a href="/cdn-cgi/l/email-protection#${code}"><span class="__cf_email__" data-cfemail="${code}">[email protected]</span></a>`,
  `<a href="https://shop.example/cdn-cgi/l/email-protection#${code}">[email protected]</a>`,
])('a protected address is read as visitors see it: %s', (html) => {
  expect(read(`<p>Write to ${html} any time.</p>`)).toBe('Write to info@soop.example any time.')
})

test.each([
  ['<a href="tel:+44 20 7946 0000">Call us</a>', 'Call us (+44 20 7946 0000)'],
  ['<a href="tel:%2B442079460000;ext=5">Call us</a>', 'Call us (+442079460000)'],
  ['<a href="tel:+493012345678"><i class="icon-phone"></i></a>', '+493012345678'],
  ['<a href="tel:+493012345678">030 / 123 456 78</a>', '030 / 123 456 78'],
  ['<a href="mailto:a_b@shop.example?subject=Hi">Write to us</a>', 'Write to us (a\\_b@shop.example)'],
  ['<a href="MAILTO:info@shop.example">Info@Shop.example</a>', 'Info@Shop.example'],
  ['<a href="mailto:?body=Look">Share</a>', 'Share'],
  ['<a href="tel:hotline">Hotline</a>', 'Hotline'],
  ['<a href="tel:%E0%A4%A">Call</a>', 'Call'],
])('a link that calls or writes names whom: %s', (link, text) => {
  expect(read(`<p>Questions? ${link}.</p>`)).toBe(`Questions? ${text}.`)
})

test('an element that another opens later is hidden', () => {
  expect(read('<div popover id="p">Subscribe now!</div><p>We are open.</p>')).toBe('We are open.')
  const panel =
    '<button @click="open=!open">Do you repair tandems?</button><div x-show="open" x-cloak>Yes, we do.</div>'
  expect(read(`<div x-data="{}">${panel}</div>`)).toBe('### Do you repair tandems?\n\nYes, we do.')
})

test('a protected address stands behind its words, and a damaged one is left out', () => {
  expect(read(`<p><a href="/cdn-cgi/l/email-protection#${code}">Write to us</a> soon.</p>`)).toBe(
    'Write to us (info@soop.example) soon.',
  )
  for (const damaged of ['', 'zz', '56', '563f38'])
    expect(read(`<p>Write to <a data-cfemail="${damaged}">[email&#160;protected]</a> now.</p>`)).toBe('Write to now.')
})

test.each([
  [
    'a list to choose from',
    '<form><label for="s">Size</label><select id="s"><option>Choose</option><option>Small – €10</option><option>Large – €15</option></select><button>Add</button></form>',
    '-   Small – €10\n-   Large – €15',
  ],
  [
    'boxes',
    '<form><ul><li><label><input type="radio"> Adults 12,50 €</label></li><li><label><input type="radio"> Children 8 EUR</label></li></ul></form>',
    '-   Adults 12,50 €\n-   Children 8 EUR',
  ],
  [
    'rows',
    '<form><table><tr><td>Bell</td><td>20 kr</td></tr><tr><td>Lock</td><td>CHF 9.–</td></tr><tr><td><button>Buy</button></td></tr></table></form>',
    '-   Bell 20 kr\n-   Lock CHF 9.–',
  ],
  ['a hidden list', '<select hidden><option>Small – €10</option><option>Large – €15</option></select>', ''],
  ['currencies', '<select><option>Euro (€)</option><option>Dollar ($)</option></select>', ''],
  ['numbers', '<form><select><option>1</option><option>2</option></select><label>Your name</label></form>', ''],
])('what one can choose is learned with its prices: %s', (_, html, expected) => {
  expect(read(html)).toBe(expected)
})

test('a declared shadow tree is read, unlike other templates', () => {
  const shadow =
    '<template shadowrootmode="open"><style>p { color: red }</style><p>Open till nine.</p><slot></slot></template>'
  expect(read(`<shop-card>${shadow}<p>Closed today.</p></shop-card><template><p>Sold out.</p></template>`)).toBe(
    'Open till nine.\n\nClosed today.',
  )
})

test.each([
  [
    'brands',
    '<p>Our brands:</p><div><div><img alt="Hill logo"></div><div><a href="/b"><img alt="Brook"></a></div></div>',
    'Our brands:\n\nHill, Brook',
  ],
  [
    'a list',
    '<p>We accept</p><ul><li><img alt="Visa"></li><li><img alt="Girocard"></li></ul>',
    'We accept\n\nVisa, Girocard',
  ],
  [
    'a line',
    '<p>We accept <img alt="Visa"> <!-- and --> <img alt="Girocard"> and cash.</p>',
    'We accept Visa, Girocard and cash.',
  ],
  [
    'a cell',
    '<table><tr><th>Card</th><td><img alt="Visa"><img alt="Girocard"></td></tr></table>',
    '| Card | Visa, Girocard |\n| --- | --- |',
  ],
  [
    'a picture of what is below it',
    '<div><img alt="Tandem"><h3>Tandem</h3></div><div><img alt="Trike"><p>Trike</p></div>',
    '### Tandem\n\nTrike',
  ],
  [
    'two rows',
    '<p>Brands: <img alt="Hill"><img alt="Brook"></p><p>Cards: <img alt="Visa"><img alt="Girocard"></p>',
    'Brands: Hill, Brook\n\nCards: Visa, Girocard',
  ],
  ['files', '<p>Look!</p><img alt="IMG_1.jpg"><img alt="DSC 2"><img alt="star"><img alt="star"><img>', 'Look!'],
  [
    'descriptions',
    `<p>Look!</p><img alt="${'A wide view '.repeat(4)}"><img alt="${'The old town '.repeat(4)}">`,
    'Look!',
  ],
])('images side by side are read by their names: %s', (_, html, expected) => {
  expect(read(html)).toBe(expected)
})
