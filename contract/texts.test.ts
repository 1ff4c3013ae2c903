import { expect, test } from 'vitest'
import { z } from 'zod'
import { nameText } from './texts.ts'

test('a name is refused for a character of the first plane exactly where its pattern refuses it', () => {
  const name = nameText(100)
  const { pattern } = z.toJSONSchema(name, { io: 'input' }) as { pattern: string }
  const fits = new RegExp(pattern, 'u')
  const judgedOtherwise = []
  for (let code = 0; code <= 0xffff; code++) {
    // Half a character: none arrives, JSON is UTF-8.
    if (code >= 0xd800 && code <= 0xdfff) continue
    const text = `a${String.fromCodePoint(code)}b`
    if (fits.test(text) !== name.safeDecode(text).success) judgedOtherwise.push(code.toString(16))
  }
  expect(judgedOtherwise).toEqual([])
})

test.each(['\u{f0041}', '\u{e0020}', '\u{13430}'])('one of a later plane that nobody sees is refused, too: %j', (unseen) => {
  expect(nameText(100).safeDecode(`a${unseen}b`).success).toBe(false)
})
