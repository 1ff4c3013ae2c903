import { expect, test } from 'vitest'
import { letterHtml } from './letterHtml.ts'

test.each([
  ['ar', 'rtl', 'توقيع'],
  ['en', 'ltr', 'Tawqi'],
] as const)('a letter in %s is read %s, under the brand, whatever its first word is', (language, dir, brand) => {
  const html = letterHtml('Chrome على Android', language)
  expect(html).toContain(`<html lang="${language}" dir="${dir}">`)
  expect(html).toContain(`>${brand}</p>`)
})

test.each([
  ['غيّرها من https://tawqi.example/app/my/account/security، أو تواصل معنا', 'https://tawqi.example/app/my/account/security'],
  ['Change it at https://tawqi.example/app/my, or write to us', 'https://tawqi.example/app/my'],
  ['(https://tawqi.example/a?lng=ar#t-_0).', 'https://tawqi.example/a?lng=ar#t-_0'],
])('the link of «%s» ends where the address does', (text, link) => {
  expect([...letterHtml(text, 'ar').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([link])
})

test('what people wrote stays text', () => {
  expect(letterHtml('<img src=x> & "https://evil.example/<b>"', 'en')).not.toMatch(/<img|<b>|href="[^"]*</)
})

test('a code stands out, other numbers do not', () => {
  expect(letterHtml('رمز تأكيد بريدك في توقيع: 640692\nصالح لمدة 5 دقائق', 'ar')).toMatch(/<strong[^>]*>640692<\/strong>/)
  expect(letterHtml('رقم العملية 640692', 'ar')).not.toContain('<strong')
})
