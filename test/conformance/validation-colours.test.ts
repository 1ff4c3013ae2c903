/** Highlights over texts whose colours are told by profiles, numbers or the names of inks, as macOS, old versions of Word and makers of print write them. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, profileStream, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { colorants, gamma, lifted, profile, rgb, srgb, table, tagged, xyz } from '../fixtures/pdf/make/icc.ts'

const ink = (to: string, more = '') => `<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 0]/C1[${to}]${more}>>`

type Space = { space: string; colour: string; object?: string }
const profiled = (bytes: Buffer, colour = '0 0 0', components = 3): Space => ({
  space: '[/ICCBased 90 0 R]',
  colour,
  object: profileStream(bytes, components),
})

const line = '/Subtype/Highlight/Rect[72 665 300 687]/QuadPoints[72 687 300 687 72 665 300 665]'

/** A page with a text in that colour, and what a verification says of a highlight over it. */
async function highlighted({ space, colour, object = 'null' }: Space, entries = `${line}/C[1 1 0]`, more: Objects = {}) {
  const objects = {
    ...contract(),
    3: contract()[3]!.replace('/Font', `/ColorSpace<</C ${space}>>/Font`),
    5: stream(`/C cs ${colour} sc BT /F1 18 Tf 72 670 Td (only if it rains on Sunday) Tj ET`),
    90: object,
  }
  const signed = await signFile(file(objects))
  const page = bodyOf(signed, 3).replace(/\/Annots ?\[/, (found) => `${found}100 0 R `)
  const bytes = append(signed, { ...more, 100: `<</Type/Annot/F 4${entries}>>`, 3: page })
  const { signatures, forgeries } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return [signatures[0]!.indication, ...forgeries]
}

describe('a highlight over dark letters', () => {
  test.each<[string, Space]>([
    ['in the colours of a screen, by a gamma', profiled(rgb(gamma(2.2)))],
    ['by the curve of sRGB', profiled(rgb(srgb))],
    ['by points on a curve', profiled(rgb(table([0, 0.05, 0.21, 0.52, 1])))],
    ['in grey', profiled(profile('GRAY', { kTRC: gamma(1.8) }), '0', 1)],
    [
      'in the colours of an old monitor',
      {
        space: '[/CalRGB<</WhitePoint[.9505 1 1.089]/Gamma[2.2 2.2 2.2]/Matrix[.4124 .2126 .0193 .3576 .7152 .1192 .1805 .0722 .9505]>>]',
        colour: '0 0 .2',
      },
    ],
    ['in its grey', { space: '[/CalGray<</WhitePoint[.9505 1 1.089]/Gamma 2.2>>]', colour: '.1' }],
    ['in black ink', { space: '[/Separation/Black/DeviceCMYK 90 0 R]', colour: '1', object: ink('0 0 0 1') }],
    ['in red ink', { space: '[/Separation/PANTONE#20485#20C/DeviceCMYK 90 0 R]', colour: '1', object: ink('0 .95 1 0') }],
    ['in black as an array', { space: '[/DeviceRGB]', colour: '0 0 0' }],
  ])('%s', async (_, space) => {
    expect(await highlighted(space)).toEqual(['TOTAL-PASSED'])
  })

  test('painted in a colour of a profile', async () => {
    const resources = '/Resources<</ExtGState<</G<</BM/Multiply>>>>/ColorSpace<</C[/ICCBased 102 0 R]>>>>'
    const more = {
      101: stream('/G gs /C cs 1 .9 .2 sc 0 0 228 22 re f', `/Type/XObject/Subtype/Form/BBox[0 0 228 22]${resources}`),
      102: profileStream(rgb(srgb), 3),
    }
    expect(await highlighted(profiled(rgb(srgb)), `${line}/AP<</N 101 0 R>>`, more)).toEqual(['TOTAL-PASSED'])
  })
})

describe('a highlight over letters that may be as light as it', () => {
  test.each<[string, Space]>([
    ['by a profile that shows nothing as white', profiled(rgb(table([1, 0.5, 0])))],
    ['by one that is dark again in between', profiled(rgb(table([0, 0.4, 0.2, 0.3, 1])))],
    ['by one that shows all as nearly white', profiled(rgb(gamma(0.01)))],
    ['by one that lifts black', profiled(rgb(lifted))],
    ['by one with a table besides', profiled(rgb(gamma(2.2), { A2B0: tagged('mft1') }))],
    ['by one whose white is yellow', profiled(rgb(gamma(2.2), { bXYZ: xyz(0, 0, 0) }))],
    ['by one whose green is blue', profiled(rgb(gamma(2.2), { gXYZ: colorants.bXYZ, bXYZ: colorants.gXYZ }))],
    ['by one that is cut short', profiled(rgb(gamma(2.2)).subarray(0, 300))],
    ['by what is no profile', profiled(Buffer.from('black'))],
    ['in grey by a profile for more', profiled(rgb(gamma(2.2)), '0', 1)],
    ['in yellow by a profile', profiled(rgb(gamma(2.2)), '1 1 0')],
    [
      'in the colours of a monitor whose white is none',
      { space: '[/CalRGB<</WhitePoint[.9505 1 1.089]/Matrix[1 1 1 1 1 1 1 1 1]>>]', colour: '0 0 0' },
    ],
    ['in light ink', { space: '[/Separation/Black/DeviceCMYK 90 0 R]', colour: '1', object: ink('0 0 .9 0') }],
    ['in the ink that leaves nothing', { space: '[/Separation/None/DeviceCMYK 90 0 R]', colour: '1', object: ink('0 0 0 1') }],
    [
      'in an ink by a program',
      { space: '[/Separation/Black/DeviceGray 90 0 R]', colour: '1', object: stream('{pop 1}', '/FunctionType 4/Domain[0 1]/Range[0 1]') },
    ],
    [
      'in an ink cut off by a range',
      { space: '[/Separation/Black/DeviceCMYK 90 0 R]', colour: '1', object: ink('0 0 0 1', '/Range[0 .1 0 .1 0 .1 0 .1]') },
    ],
    [
      'in inks made of inks made of inks',
      {
        space: '[/Separation/A[/Separation/B[/Separation/C[/Separation/D/DeviceGray 90 0 R]90 0 R]90 0 R]90 0 R]',
        colour: '1',
        object: '<</FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[0]>>',
      },
    ],
  ])('%s', async (_, space) => {
    expect(await highlighted(space)).toEqual(['INDETERMINATE'])
  })
})
