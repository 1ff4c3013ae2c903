/** What a setting may be. Every refusal reads on after the key's name: "PORT must be …". */
import { z } from 'zod'

const numberFrom = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${least} to ${most}` })
    .transform(Number)
    .pipe(
      z
        .number()
        .min(least, { error: `must be at least ${least}` })
        .max(most, { error: `must be at most ${most}` }),
    )

export const wholeNumber = (least: number, most: number) => ({ name: `${least}–${most}`, schema: numberFrom(least, most) })

export const flag = { name: '0 or 1', schema: z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1') }

export const oneOf = <const Word extends string>(...words: Word[]) => ({
  name: words.join(', '),
  schema: z.enum(words, { error: `must be one of ${words.join(', ')}` }),
})

export const text = { name: 'text', schema: z.string().max(500, { error: 'must have at most 500 characters' }) }

export const pattern = (name: string, form: RegExp) => ({ name, schema: z.string().regex(form, { error: `must be ${name}` }) })

const addressWith = (schemes: readonly string[]) =>
  z.string().refine((given) => URL.canParse(given) && schemes.includes(new URL(given).protocol), {
    error: `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  })

/** A trailing slash goes: paths are appended. */
export const webAddress = {
  name: 'http(s) address',
  schema: addressWith(['https:', 'http:']).transform((given) => given.replace(/\/+$/, '')),
}

export const address = (...schemes: string[]) => ({
  name: `${schemes.join(', ')} address`,
  schema: addressWith(schemes.map((scheme) => `${scheme}:`)),
})

export const list = {
  name: 'list, separated by commas',
  schema: z.string().transform((given) =>
    given
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
}

export const hosts = {
  name: 'list of host, host:port or [IPv6]:port',
  schema: list.schema.pipe(
    z.array(
      z.string().regex(/^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/, { error: 'must name hosts: host, host:port or [IPv6]:port' }),
    ),
  ),
}
